"""The events. The printed texts are published nowhere: names, texts and effects are house events (D-03).

They keep to what is known of the printed ones: they move guests between tables, need a guest at every table, and
may fill the last seat. A set of official texts would be declared in the same words.
"""

from collections.abc import Mapping

from domain.little_tavern.declare import (
    ANY,
    OTHER,
    OWN,
    Event,
    bank_pays_tip,
    direction,
    discard_character,
    discard_drawn,
    draw_characters,
    drawn,
    event,
    free_table,
    move_character,
    one_per_table,
    player,
    poach,
    rotate_tables,
    seat_all_drawn,
    seat_drawn,
    seat_kept,
    seated,
    seating,
    shift_one_each,
    stage,
    swap_characters,
    swap_tables,
    table,
    take_coins,
)

CITE = "house event, decision D-03"

STANDARD = (
    event(
        "ev_musical_chairs",
        stage(
            seated("first", ANY),
            seated("second", ANY, apart_from="first"),
            does=[swap_characters("first", "second")],
        ),
        title=("Musical Chairs", "Chaises musicales"),
        text=(
            "Choose two characters at two different tables. They change places.",
            "Choisissez deux personnages à deux tables différentes. Ils échangent leurs places.",
        ),
        cite=CITE,
    ),
    event(
        "ev_poached_regular",
        stage(
            seated("target", OTHER),
            seated("give_back", OWN, when="own_table_is_full"),
            does=[poach("target", "give_back")],
        ),
        title=("Poached Regular", "Client débauché"),
        text=(
            "Choose a character at another player's table. It moves to yours. If your table is full, one of your"
            " characters of your choice takes the seat left free.",
            "Choisissez un personnage à la table d'un autre joueur. Il vient à la vôtre. Si votre table est complète,"
            " un de vos personnages, à votre choix, prend la place libérée.",
        ),
        cite=CITE,
    ),
    event(
        "ev_not_my_section",
        stage(seated("character", OWN), free_table("to", OTHER), does=[move_character("character", "to")]),
        title=("Not My Section", "Pas mon secteur"),
        text=(
            "Move a character from your table to a free seat at another player's table.",
            "Déplacez un personnage de votre table vers une place libre à la table d'un autre joueur.",
        ),
        void_when="every_other_table_is_full",
        cite=CITE,
    ),
    event(
        "ev_pass_the_stools",
        stage(direction("direction"), one_per_table("picks"), does=[shift_one_each("direction", "picks")]),
        title=("Pass the Stools", "Faites passer les tabourets"),
        text=(
            "Choose a direction and one character at every table. They all move at once to the next table that way.",
            "Choisissez un sens et un personnage à chaque table. Tous passent en même temps à la table suivante"
            " dans ce sens.",
        ),
        cite=CITE,
    ),
    event(
        "ev_shown_the_door",
        stage(
            seated("target", ANY),
            does=[discard_character("target"), draw_characters(1), seat_drawn("table_of_target")],
        ),
        title=("Shown the Door", "Mis à la porte"),
        text=(
            "Choose a character anywhere and discard it. Draw a character, who takes the seat left free.",
            "Choisissez un personnage à n'importe quelle table et défaussez-le. Piochez un personnage, qui prend"
            " la place libérée.",
        ),
        draws=1,
        discards=1,
        cite=CITE,
    ),
    event(
        "ev_coach_arrives",
        stage(does=[draw_characters(2, at_most_free_seats=True)]),
        stage(seating("seating"), does=[seat_all_drawn("seating")]),
        title=("The Coach Arrives", "La diligence arrive"),
        text=(
            "Draw two characters, or one if a single seat is left in the tavern. Seat each at any table with a free"
            " seat.",
            "Piochez deux personnages, ou un seul s'il ne reste qu'une place dans la taverne. Installez chacun à une"
            " table de votre choix qui a une place libre.",
        ),
        net_seats=(1, 2),
        draws=2,
        cite=CITE,
    ),
    event(
        "ev_section_rotation",
        stage(direction("direction"), does=[rotate_tables("direction")]),
        title=("Section Rotation", "Rotation des secteurs"),
        text=(
            "Choose a direction. Everybody hands all the characters at their table to the next player that way.",
            "Choisissez un sens. Chacun donne tous les personnages de sa table au joueur suivant dans ce sens.",
        ),
        cite=CITE,
    ),
)

HOUSE = (
    event(
        "ev_light_fingers",
        stage(player("victim", OTHER, least_coins=1), does=[take_coins("victim", 2)]),
        title=("Light Fingers", "Doigts agiles"),
        text=(
            "Choose another player with at least one coin. Take two coins from them, or their only one.",
            "Choisissez un autre joueur qui a au moins une pièce. Prenez-lui deux pièces, ou sa seule pièce.",
        ),
        void_when="no_other_player_has_a_coin",
        cite=CITE,
    ),
    event(
        "ev_early_night",
        stage(seated("target", ANY), does=[discard_character("target")]),
        title=("Early Night", "Couché tôt"),
        text=(
            "Choose a character anywhere and discard it. Its seat stays free.",
            "Choisissez un personnage à n'importe quelle table et défaussez-le. Sa place reste libre.",
        ),
        net_seats=(-1, -1),
        discards=1,
        cite=CITE,
    ),
    event(
        "ev_table_trade",
        stage(table("first"), table("second", apart_from="first"), does=[swap_tables("first", "second")]),
        title=("Table Trade", "Échange de tables"),
        text=(
            "Choose two players. They exchange all the characters at their tables.",
            "Choisissez deux joueurs. Ils échangent tous les personnages de leurs tables.",
        ),
        cite=CITE,
    ),
    event(
        "ev_settle_up",
        stage(seated("character", OWN), does=[bank_pays_tip("character"), discard_character("character")]),
        title=("Settle Up", "L'addition, s'il vous plaît"),
        text=(
            "Choose a character at your table. Take from the bank the tip it would give now, then discard it.",
            "Choisissez un personnage à votre table. Prenez à la banque le pourboire qu'il donnerait maintenant, puis"
            " défaussez-le.",
        ),
        net_seats=(-1, -1),
        discards=1,
        cite=CITE,
    ),
    event(
        "ev_pick_of_the_queue",
        stage(does=[draw_characters(2)]),
        stage(drawn("keep"), free_table("table", ANY), does=[seat_kept("keep", "table"), discard_drawn()]),
        title=("Pick of the Queue", "Premier de la file"),
        text=(
            "Draw two characters. Seat one of them at any table with a free seat and discard the other.",
            "Piochez deux personnages. Installez l'un d'eux à une table qui a une place libre et défaussez l'autre.",
        ),
        net_seats=(1, 1),
        draws=2,
        discards=1,
        cite=CITE,
    ),
)

EVENTS: Mapping[str, Event] = {card.name: card for card in STANDARD + HOUSE}

EVENT_SETS: Mapping[str, tuple[str, ...]] = {
    "standard": tuple(card.name for card in STANDARD),
    "extended": tuple(card.name for card in STANDARD + HOUSE),
}
"""The events of a table by its option. Source: decision D-02 (the box holds seven)."""

assert len(EVENTS) == len(STANDARD) + len(HOUSE), "an event is declared twice"
