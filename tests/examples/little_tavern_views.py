"""Worked examples of Little Tavern about what can be seen: an occasion, and what is looked for after it.

The occasion is a word of the case, read by its parts: `draw_event`, `start_of_round`, `rejected_pay_event`. It leads
to a position in which that has just happened. All that a case asserts is then looked for in what anybody sees, and in
what was told.
"""

from collections.abc import Callable
from typing import Any

from domain.core.agenda import decisions, settle
from domain.core.command import Command, carry_out, open_game, replay
from domain.core.plain import canonical, freeze
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.events import EVENT_SETS, EVENTS
from domain.little_tavern.game import GAME
from tests.examples.little_tavern_play import GIVEN_KEYS, PLAYERS, Dealer, Names, Play, build, issue
from tests.examples.loading import Case, only

When = dict[str, Any]
WHEN_KEYS = (
    "after", "by", "players", "card", "cards", "event", "event_set", "table", "to", "choices", "reason", "given",
)  # fmt: skip
THEN_KEYS = (
    "visible_to", "public_contains", "public_must_not_contain", "views_equal", "private_information_per_player",
    "state_unchanged",
)  # fmt: skip


def run_view(case: Case) -> None:
    """Look at what can be seen after something happened."""
    when, then = case["when"], case["then"]
    if isinstance(when, list):
        check_commands(case)
        return
    if "given" in case:
        when = {**when, "given": case["given"]}
    words = when["after"].split("_")
    if "replay" in words:
        check_replay(when, then)
        return
    only(when, WHEN_KEYS, "when")
    only(then, THEN_KEYS, "then")
    if "any" in words or "every" in words:
        check_walk(when, then)
        return
    is_refusal = words[0] in ("rejected", "refused")
    assert then.get("state_unchanged", is_refusal) == is_refusal, "a refusal, and nothing else, changes nothing"
    if is_refusal:
        play = refuse(when, "_".join(words[1:]))
    else:
        happens = next((act for parts, act in OCCASIONS if parts <= set(words)), None)
        assert happens is not None, f"unknown occasion: {when['after']}"
        play = happens(when)
    check_seen(play, when, then)


def check_commands(case: Case) -> None:
    """Issue the commands of a case, then look at what can be seen."""
    only(case["then"], THEN_KEYS, "then")
    play = position({"given": case.get("given", {})})
    before = canonical(freeze(play.state))
    codes = [issue(play, step) for step in case["when"]]
    assert not any(codes[:-1]), "a command follows the refused one"
    unchanged = before == canonical(freeze(play.state))
    assert case["then"].get("state_unchanged", unchanged) == unchanged
    check_seen(play, {}, case["then"])


# What happens.


def named_cards(when: When) -> list[str]:
    """Return the cards of a case, in their order."""
    found = [*when.get("cards", []), *(when[key] for key in ("card", "event") if key in when)]
    assert all(card in CHARACTERS or card in EVENTS for card in found), "an unknown card"
    return found


def seated(when: When, counts: list[int]) -> dict[str, list[str]]:
    """Return tables with so many characters, none of whom the case names."""
    free = iter([card for card in CHARACTERS if card not in named_cards(when)])
    return {name: [next(free) for _ in range(n)] for name, n in zip(players(when), counts, strict=True)}


def players(when: When) -> list[str]:
    """Return the players of a case."""
    return list(when.get("players", when.get("given", {}).get("players", PLAYERS)))


def actor(when: When) -> str:
    """Return the player who acts in a case."""
    return str(when.get("by", when.get("given", {}).get("active", players(when)[0])))


def position(when: When, **given: Any) -> Play:
    """Return a position in which the player of a case acts and two guests sit everywhere, unless given otherwise."""
    names, cards = players(when), named_cards(when)
    own = when.get("given", {})
    only(own, GIVEN_KEYS, "given")
    cards += [*own.get("next_characters", []), *own.get("next_events", [])]
    known = {
        "active": actor(when),
        "event_set": when.get("event_set", "extended"),
        "tables": seated(when, [2] * len(names)),
    }
    characters, events = ([card for card in cards if card in kind] for kind in (CHARACTERS, EVENTS))
    dealer = Dealer(characters, events, any_card=True)
    return Play(build({**known, **given, **own}, names), Names(names), dealer)


def command(play: Play, by: str, word: str, **fields: Any) -> None:
    """Let a player carry out a command, which succeeds."""
    code = issue(play, {"by": by, "command": word, **fields})
    assert code is None, f"{word}: {code}"


def start_game(when: When) -> Play:
    """A game has started."""
    names = Names(players(when))
    first = names.seats([actor(when)])[0]
    state = GAME.setup(len(names.players), {"event_set": when.get("event_set", "standard")}, None)
    opened = open_game(GAME, state, 1, lambda kind, weights: first)
    play = Play(opened.state, names, Dealer([], [], any_card=True))
    play.facts = opened.facts
    return play


def draw_character(when: When) -> Play:
    """A character is drawn and waits for its table."""
    play = position(when)
    command(play, actor(when), "draw_character")
    return play


def place_character(when: When) -> Play:
    """The drawn character is seated."""
    play = draw_character(when)
    command(play, actor(when), "place_character", table=when.get("table", actor(when)))
    return play


def draw_event(when: When) -> Play:
    """An event is read out; what it draws before any choice is drawn."""
    drawn = named_cards(when)
    if drawn and not set(drawn) & set(EVENTS):
        when = {**when, "event": "ev_coach_arrives" if len(drawn) < 3 else "no event draws so many"}
    play = position(when)
    command(play, actor(when), "draw_event")
    return play


def resolve_event(when: When) -> Play:
    """An event is carried out and waits for its coin."""
    play = draw_event(when)
    if "choices" in when:
        command(play, actor(when), "resolve_event", choices=when["choices"])
    while (asked := play.asked) is not None and asked.kind != "pay":
        play.send(asked.seat, GAME.steps[asked.kind].options(play.state, asked.seat, *asked.args)[:1])
    return play


def pay_event(when: When) -> Play:
    """An event is carried out and paid."""
    play = resolve_event(when)
    other = next(name for name in players(when) if name != actor(when))
    command(play, actor(when), "pay_event", to=when.get("to", other))
    return play


def take_last_seat(when: When, coins: int) -> Play:
    """The last free seat is taken while everybody owns so many coins, and the round is scored."""
    names = players(when)
    tables = seated(when, [3 if name == actor(when) else 4 for name in names])
    play = position(when, tables=tables, coins=dict.fromkeys(names, coins))
    command(play, actor(when), "draw_character")
    command(play, actor(when), "place_character", table=actor(when))
    return play


def end_round(when: When) -> Play:
    """A round is scored and the next one has begun."""
    play = take_last_seat(when, 0)
    assert play.view["round"] == 2
    return play


def end_game(when: When) -> Play:
    """A round is scored and the game is over."""
    play = take_last_seat(when, 25)
    assert play.state.over
    return play


OCCASIONS: list[tuple[set[str], Callable[[When], Play]]] = [
    *(({word, "event"}, draw_event) for word in ("draw", "drawn", "draws")),
    *(({word, "character"}, draw_character) for word in ("draw", "drawn")),
    *(({word}, place_character) for word in ("place", "placed", "placement")),
    *(({word}, resolve_event) for word in ("resolve", "resolved", "effect")),
    *(({word}, pay_event) for word in ("pay", "paid", "payment")),
    *(({"game", word}, end_game) for word in ("over", "end", "ended")),
    *(({"round", word}, end_round) for word in ("over", "end", "ended", "new", "next", "scored", "scoring")),
    *(({word}, start_game) for word in ("start", "started", "setup", "shuffle")),
]  # fmt: skip
"""Parts of an occasion, and how it comes about; the first entry whose parts are all there is meant."""


def refuse(when: When, word: str) -> Play:
    """Let a command be refused: the player's own if possible, for the reason that the case names."""
    names, by = players(when), actor(when)
    other = next(name for name in names if name != by)
    waiting = {"phase": "awaiting_placement", "in_hand": ["witch_04"], "tables": {}}
    payment = {"phase": "awaiting_payment", "current_event": "ev_musical_chairs"}
    choices = {"phase": "awaiting_event_choices", "current_event": "ev_musical_chairs"}
    full = {**waiting, "tables": seated({**when, "card": "witch_04"}, [4 if name == by else 1 for name in names])}
    known: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {
        ("draw_event", "event_needs_coin"): ({"coins": {by: 0}}, {}),
        ("draw_event", "event_needs_character_at_every_table"): ({"tables": {}}, {}),
        ("draw_event", "event_pile_empty"): ({"events_used": list(EVENT_SETS["standard"])}, {}),
        ("draw_event", "wrong_phase"): (waiting, {}),
        ("draw_event", "not_active_player"): ({"active": other}, {}),
        ("draw_character", "wrong_phase"): (waiting, {}),
        ("draw_character", "not_active_player"): ({"active": other}, {}),
        ("place_character", "table_full"): (full, {"table": by}),
        ("place_character", "unknown_player"): (waiting, {"table": "nobody at all"}),
        ("place_character", "wrong_phase"): ({}, {"table": by}),
        ("place_character", "not_active_player"): ({**waiting, "active": other}, {"table": by}),
        ("pay_event", "recipient_must_be_another_player"): (payment, {"to": by}),
        ("pay_event", "unknown_player"): (payment, {"to": "nobody at all"}),
        ("pay_event", "wrong_phase"): ({}, {"to": other}),
        ("pay_event", "not_active_player"): ({**payment, "active": other}, {"to": other}),
        ("resolve_event", "invalid_choice"): (choices, {"choices": {}}),
        ("resolve_event", "wrong_phase"): ({}, {"choices": {}}),
        ("resolve_event", "not_active_player"): ({**choices, "active": other}, {"choices": {}}),
    }
    reason = when.get("reason", next((code for command, code in known if command == word), None))
    assert (word, reason) in known, f"unknown refusal: {word} for {reason}"
    given, fields = known[word, reason]
    play = position({"players": names, "by": by, "event_set": "standard"}, **given)
    before = canonical(freeze(play.state))
    assert issue(play, {"by": by, "command": word, **fields}) == reason
    assert before == canonical(freeze(play.state))
    said = f"{play.refused} {vars(play.refused)}" if play.refused else ""
    assert not [card for card in (*play.state.characters, *play.state.events) if card in said]
    return play


# What is looked for.


def check_seen(play: Play, when: When, then: dict[str, Any]) -> None:
    """Check what everybody sees and what was told."""
    assert then.get("private_information_per_player", "none") == "none"
    views = {seat: GAME.view(play.state, (seat,)) for seat in range(len(play.names.players))}
    for seat in play.names.seats(then.get("views_equal", [])):
        assert canonical(views[seat]) == canonical(play.view)
    for seat in play.names.seats(then.get("visible_to", [])):
        assert canonical(views[seat]) == canonical(play.view)
        assert all(lies_open(views[seat], card) for card in named_cards(when))
    for word in then.get("public_contains", []):
        contains(play, word)
    for word in then.get("public_must_not_contain", []):
        contains_not(play, word)


def lies_open(view: dict[str, Any], card: str) -> bool:
    """Say whether a card is seen anywhere but among the undrawn ones."""
    open_places = ("tables", "in_hand", "event", "discard", "used_events")
    return f'"{card}"' in canonical({place: view[place] for place in open_places}).decode()


def told(play: Play) -> str:
    """Return all that was told since the round began."""
    starts = [n for n, fact in enumerate(play.facts) if fact[0] == "round_started"]
    assert all(to is None and secret is None for _, _, to, secret in play.facts)
    return canonical([[fact, public] for fact, public, _, _ in play.facts[max(starts, default=0) :]]).decode()


PUBLIC: dict[str, Callable[[dict[str, Any]], Any]] = {
    "players": lambda view: len(view["tables"]),
    "seat_order": lambda view: len(view["tables"]),
    "phase": lambda view: view["phase"],
    "active": lambda view: view["active"] is not None or view["phase"] == "game_over",
    "active_player": lambda view: view["active"] is not None or view["phase"] == "game_over",
    "first_player": lambda view: view["first"] is not None,
    "round": lambda view: view["round"],
    "round_number": lambda view: view["round"],
    "event_set": lambda view: view["event_set"] in EVENT_SETS,
    "coins": lambda view: len(view["coins"]) == len(view["tables"]),
    "tables": lambda view: view["tables"],
    "discard": lambda view: "discard" in view,
    "pile_sizes": lambda view: all(pile["size"] == len(pile["cards"]) for pile in view["piles"].values()),
    "deck_list": lambda view: all("cards" in pile for pile in view["piles"].values()),
    "tips": lambda view: view["rounds"],
    "winners": lambda view: view["winners"],
}
"""What is public at all times, and how it is found in a view. Source: rules R13.2."""


def contains(play: Play, word: str) -> None:
    """Fail unless a card, or a fact of the rules, is public."""
    if word in PUBLIC:
        assert PUBLIC[word](play.view), f"{word} is not to be seen"
        return
    assert word in CHARACTERS or word in EVENTS, f"unknown thing to be seen: {word}"
    assert lies_open(play.view, word), f"{word} does not lie open"
    assert f'"{word}"' in told(play) or not play.facts, f"{word} was not told"


PILES = {"character": ("characters", list(CHARACTERS)), "event": ("events", list(EVENTS))}
BOTH_PILES = (
    "next_card", "pile_order", "pile_orders", "deck_order", "shuffled_deck", "shuffled_deck_list", "shuffled_order",
    "card_handles", "card_handle", "face_down_handles", "hidden_card_ids",
)  # fmt: skip
SEEDS = ("seed", "random_seed", "game_seed", "generator_state", "random_state", "rng_state")


def contains_not(play: Play, word: str) -> None:
    """Fail if the order of what is undrawn, a coming card, or a source of randomness can be known."""
    if word in SEEDS:
        assert GAME.seal(len(play.names.players), {"event_set": play.state.event_set}, None) is None  # type: ignore[arg-type]
        everything = told(play) + canonical(play.view).decode() + canonical(freeze(play.state)).decode()
        assert not [secret for secret in ("seed", "generator", "random", "salt") if secret in everything]
        return
    if word in CHARACTERS or word in EVENTS:
        assert not lies_open(play.view, word) and f'"{word}"' not in told(play), f"{word} lies open"
        return
    kinds = [kind for kind in PILES if word in (f"next_{kind}", f"{kind}_pile_order") or word in BOTH_PILES]
    assert kinds, f"unknown thing not to be seen: {word}"
    for pile, declared in map(PILES.__getitem__, kinds):
        undrawn = freeze(play.state)[pile]
        assert undrawn == [card for card in declared if card in undrawn] == play.view["piles"][pile]["cards"]
        elsewhere = canonical({key: value for key, value in play.view.items() if key != "piles"}).decode()
        assert not [card for card in undrawn if f'"{card}"' in told(play) + elsewhere]


# A whole game.


class Walk:
    """A whole game in which every listed choice is made in its turn, and every position of it."""

    def __init__(self, seats: int) -> None:
        self.draws = 0
        self.start = GAME.setup(seats, {"event_set": "extended"}, None)
        outcome = open_game(GAME, self.start.copy(), 1, self.pick)
        self.states, self.log, self.facts = [outcome.state], [outcome.made], outcome.facts
        while not self.states[-1].over:
            self.step()

    def pick(self, kind: str, weights: list[int]) -> int:
        self.draws += 1
        return self.draws * 7 % len(weights)

    def step(self) -> None:
        state, version = self.states[-1], len(self.states) + 1
        (asked,) = decisions(GAME, state)
        listed = GAME.steps[asked.kind].options(state, asked.seat, *asked.args)
        choice = listed[version * 5 % len(listed)]
        outcome = carry_out(GAME, state, version, Command(asked.seat, [choice], version - 1), self.pick)
        self.states.append(outcome.state)
        self.log.append(outcome.made)
        self.facts += outcome.facts


def check_walk(when: When, then: dict[str, Any]) -> None:
    """Check every position of a whole game: nothing is told to some only."""
    only(when, ("after", "players", "event_set"), "when")
    names = Names(players(when))
    walk = Walk(len(names.players))
    for state in walk.states:
        check_seen(Play(state, names, Dealer([], [], any_card=True)), when, then)
    assert all(made.audience is None for commit in walk.log for made in commit)
    assert all(to is None and secret is None for _, _, to, secret in walk.facts)


def check_replay(when: When, then: dict[str, Any]) -> None:
    """Repeat the choices and draws of a whole game from its log."""
    only(when, ("after", "players"), "when")
    only(then, ("state_equal", "generator_used"), "then")
    assert then.get("state_equal", True) is True and then.get("generator_used", False) is False
    walk = Walk(len(players(when)))
    draws, state = walk.draws, walk.start
    settle(GAME, state)
    for version, commit in enumerate(walk.log, 1):
        replay(GAME, state, version, [(made.seat, made.choice) for made in commit])
        assert canonical(freeze(walk.states[version - 1])) == canonical(freeze(state))
    assert draws == walk.draws
