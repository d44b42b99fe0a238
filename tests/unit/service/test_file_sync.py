"""Files that grow are synced once for each change, whatever happens to them meanwhile."""

import os

from service.file_sync import FileSyncer


def test_only_what_has_changed_is_synced(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.readlink(f"/proc/self/fd/{handle}")))
    syncer = FileSyncer(tmp_path)
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("1")

    assert ["a", "b"] == syncer.sync()
    assert [] == syncer.sync()
    with (tmp_path / "b").open("a") as file:
        file.write("2")
    assert ["b"] == syncer.sync()
    assert [str(tmp_path / name) for name in ("a", "b", "b")] == synced


def test_a_disk_that_refuses_is_asked_again(tmp_path, monkeypatch):
    def refuse(handle):
        raise OSError

    (tmp_path / "a").write_text("1")
    syncer = FileSyncer(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refuse)
        assert [] == syncer.sync()

    assert ["a"] == syncer.sync()


def test_a_folder_that_is_not_there_yet_is_no_failure(tmp_path):
    assert [] == FileSyncer(tmp_path / "later").sync()


def test_stopping_syncs_what_is_left(tmp_path):
    syncer = FileSyncer(tmp_path, pause=60)
    syncer.start()
    (tmp_path / "a").write_text("1")

    syncer.stop()

    assert [] == syncer.sync()
