"""A deposit by SWORD with the client sword2, and with pyDataverse; what was published is fetched by repo2docker's provider of contents.

sword_journey.py <address> <token of a superuser> <native JSON, unused>: prints what came of it, as JSON on the last line.
The installation lets guests download, and speaks as Dataverse on every path.
"""

import io
import json
import logging
import sys
import tempfile
import zipfile
from pathlib import Path

from pyDataverse.api import NativeApi, SwordApi
from repo2docker.contentproviders.dataverse import Dataverse
from sword2 import Connection, Entry

logging.disable(logging.CRITICAL)
address, token, _ = sys.argv[1:]
base = f"{address}/dvn/api/data-deposit/v1.1/swordv2"
outcomes = {}

outcomes["pyDataverse"] = SwordApi(address, api_token=token).get_service_document().status_code

depositor = Connection(f"{base}/service-document", user_name=token, user_pass="", error_response_raises_exceptions=False)
depositor.get_service_document()
collections = depositor.workspaces[0][1]
outcomes["service document"] = [depositor.sd.valid, [collection.title for collection in collections]]

entry = Entry(dcterms_title="Gulls", dcterms_creator="Lind, Ada", dcterms_description="Counts.", dcterms_subject="gulls")
receipt = depositor.create(col_iri=collections[0].href, metadata_entry=entry)
outcomes["create"] = [receipt.code, receipt.valid]
entry = Entry(dcterms_title="Gulls and terns", dcterms_creator="Lind, Ada", dcterms_description="Counts.")
outcomes["update"] = depositor.update(metadata_entry=entry, dr=receipt).code

packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("notes.txt", "Seen at dawn.\n")
    archive.writestr("field/counts.txt", "12\n")
added = depositor.add_file_to_resource(
    edit_media_iri=receipt.edit_media,
    payload=packed.getvalue(),
    filename="files.zip",
    mimetype="application/zip",
    packaging="http://purl.org/net/sword/package/SimpleZip",
)
outcomes["add files"] = added.code
statement = depositor.get_atom_sword_statement(receipt.atom_statement_iri)
outcomes["statement"] = [sorted(entry.title for entry in statement.resources), dict(statement.states)["latestVersionState"]]
outcomes["receipt"] = depositor.get_deposit_receipt(receipt.edit).title
doomed = next(entry.cont_iri for entry in statement.resources if entry.title == "counts.txt")
outcomes["delete a file"] = depositor.delete_file(doomed).code
refused = depositor.create(col_iri=collections[0].href, metadata_entry=Entry(dcterms_creator="Lind, Ada"))
outcomes["refusal"] = [refused.code, refused.error_href]

outcomes["publish"] = depositor.complete_deposit(dr=receipt).code
second = depositor.create(col_iri=collections[0].href, metadata_entry=entry)
outcomes["delete a dataset"] = depositor.delete_container(edit_iri=second.edit).code

pid = receipt.edit.split("/edit/study/")[1]
dataset = NativeApi(address, token).get_dataset(pid).json()["data"]["latestVersion"]
outcomes["published"] = [dataset["versionState"], [file["label"] for file in dataset["files"]]]

# The provider knows installations from a list on the web; here it is told of this one.
provider = Dataverse()
provider.hosts = [{"hostname": address.split("//")[1]}]
spec = provider.detect(f"{address}/dataset.xhtml?persistentId={pid}")
folder = Path(tempfile.mkdtemp())
list(provider.fetch(spec, str(folder)))
outcomes["repo2docker"] = [provider.content_id == pid, sorted(path.name for path in folder.rglob("*.txt"))]
print(json.dumps(outcomes))
