"""Files by dvuploader into a dataset, its metadata and files by easyDataverse, and one file by pooch.

dataverse_tools_journey.py <address> <token of a superuser> <native JSON of a dataset>: prints what came of it, as JSON on the last line.
The installation lets guests download, and speaks as Dataverse on every path: easyDataverse asks for the version without a token.
"""

import json
import sys
import tempfile
from pathlib import Path

import httpx
import pooch
from dvuploader import DVUploader, File
from easyDataverse import Dataverse

address, token, example = sys.argv[1:]
keyed = {"X-Dataverse-key": token, "Content-Type": "application/json"}
folder = Path(tempfile.mkdtemp())
outcomes = {}

for number in range(5):
    (folder / f"notes-{number}.txt").write_text(f"Seen {number} times.\n")


def new_dataset():
    """The persistent identifier of a new draft."""
    created = httpx.post(f"{address}/api/dataverses/:root/datasets", headers=keyed, content=Path(example).read_bytes(), timeout=60)
    return created.json()["data"]["persistentId"]


def files_of(pid):
    """The files of a draft."""
    return httpx.get(f"{address}/api/datasets/:persistentId/versions/:draft/files?persistentId={pid}", headers=keyed).json()["data"]


pid = new_dataset()
files = [File(filepath=str(path), directory_label="field") for path in sorted(folder.iterdir())]
DVUploader(files=files).upload(persistent_id=pid, api_token=token, dataverse_url=address, n_parallel_uploads=2)
listed = files_of(pid)
outcomes["dvuploader"] = [f"{file['directoryLabel']}/{file['label']}" for file in listed]
native = new_dataset()
DVUploader(files=[File(filepath=file.filepath, directory_label="lab") for file in files[:2]]).upload(
    persistent_id=native, api_token=token, dataverse_url=address, force_native=True
)
outcomes["dvuploader natively"] = [f"{file['directoryLabel']}/{file['label']}" for file in files_of(native)]
published = httpx.post(f"{address}/api/datasets/:persistentId/actions/:publish?persistentId={pid}&type=major", headers=keyed, timeout=60)
outcomes["published"] = published.status_code

loaded = Dataverse(server_url=address, api_token=token).load_dataset(pid=pid, filedir=str(folder / "down"))
outcomes["easyDataverse"] = [loaded.citation.title, sorted(path.name for path in (folder / "down").rglob("*.txt"))]

file = listed[0]["dataFile"]
fetched = pooch.retrieve(f"{address}/api/access/datafile/{file['id']}", known_hash=f"md5:{file['md5']}", path=folder / "pooch")
outcomes["pooch"] = Path(fetched).read_text()
print(json.dumps(outcomes))
