"""Every public method of pyDataverse on a server, as a script that was written for Dataverse calls it.

pydataverse_journey.py <address> <token of a superuser> <native JSON of a dataset>: prints by method what came of it, as JSON on the last line.
"""

import json
import sys
import tempfile
from pathlib import Path

from pyDataverse.api import DataAccessApi, MetricsApi, NativeApi, SearchApi

address, token, example = sys.argv[1:]
native = NativeApi(address, token)
access = DataAccessApi(address, token)
metrics = MetricsApi(address, token)
search = SearchApi(address, token)
outcomes = {}


def seen(name, answer):
    """Notes the status of an answer, with its text where it is a refusal, and gives its data."""
    is_refusal = answer.status_code >= 400
    outcomes[name] = [answer.status_code, answer.json()["errorCode"]] if is_refusal else answer.status_code
    in_envelope = not is_refusal and answer.headers["content-type"].startswith("application/json;charset")
    return answer.json().get("data") if in_envelope else answer


folder = Path(tempfile.mkdtemp())
(folder / "counts.csv").write_text("site,birds\nA,12\nB,7\n")
(folder / "notes.txt").write_text("Seen at dawn.\n")
(folder / "more.txt").write_text("Seen at noon.\n")
metadata = Path(example).read_text()

seen("get_info_version", native.get_info_version())
seen("get_info_server", native.get_info_server())
seen("get_info_api_terms_of_use", native.get_info_api_terms_of_use())
seen("get_metadatablocks", native.get_metadatablocks())
seen("get_metadatablock", native.get_metadatablock("citation"))
seen("get_user_api_token_expiration_date", native.get_user_api_token_expiration_date())

lab = {"name": "Station", "alias": "station", "dataverseType": "LABORATORY", "dataverseContacts": [{"contactEmail": "lab@example.org"}]}
made = seen("create_dataverse", native.create_dataverse(":root", json.dumps(lab)))
outcomes["its type"] = made["dataverseType"]
seen("get_dataverse", native.get_dataverse("station"))
seen("get_dataverse_roles", native.get_dataverse_roles("station", auth=True))
seen("get_dataverse_assignments", native.get_dataverse_assignments("station"))
seen("get_dataverse_facets", native.get_dataverse_facets("station"))
outcomes["dataverse_id2alias"] = native.dataverse_id2alias(made["id"])
seen("publish_dataverse", native.publish_dataverse("station"))

pid = seen("create_dataset", native.create_dataset("station", metadata))["persistentId"]
seen("get_dataset", native.get_dataset(pid))
seen("get_dataset_versions", native.get_dataset_versions(pid))
seen("get_dataset_version", native.get_dataset_version(pid, ":draft"))
seen("get_dataset_assignments", native.get_dataset_assignments(pid))
seen("get_dataset_lock", native.get_dataset_lock(pid))
edited = json.dumps({"fields": [{"typeName": "subtitle", "value": "Seen from the shore"}]})
seen("edit_dataset_metadata", native.edit_dataset_metadata(pid, edited))
seen("edit_dataset_metadata, replacing", native.edit_dataset_metadata(pid, edited, replace=True))
seen("create_dataset_private_url", native.create_dataset_private_url(pid))
seen("get_dataset_private_url", native.get_dataset_private_url(pid))
try:
    seen("delete_dataset_private_url", native.delete_dataset_private_url(pid))
except KeyError as error:
    outcomes["delete_dataset_private_url"] = f"done; the client misses {error}"

described = json.dumps({"description": "Notes", "directoryLabel": "data", "categories": ["Data"]})
file = seen("upload_datafile", native.upload_datafile(pid, str(folder / "notes.txt"), described))["files"][0]["dataFile"]["id"]
more = seen("upload_datafile, alone", native.upload_datafile(pid, str(folder / "more.txt")))["files"][0]["dataFile"]["id"]
seen("get_datafiles_metadata", native.get_datafiles_metadata(pid))
seen("get_datafile_metadata", native.get_datafile_metadata(file, is_filepid=False, is_draft=True))
told = native.update_datafile_metadata(file, json.dumps({"description": "Told anew"}), is_filepid=False)
outcomes["update_datafile_metadata"] = told.stdout.decode()[:40]
seen("restrict_datafile", native.restrict_datafile(more))
seen("redetect_file_type", native.redetect_file_type(file, dry_run=True))
seen("reingest_datafile", native.reingest_datafile(file))
seen("uningest_datafile", native.uningest_datafile(file))
seen("publish_dataset", native.publish_dataset(pid, release_type="major"))
replacing = json.dumps({"description": "Counts", "forceReplace": True})
seen("replace_datafile", native.replace_datafile(more, str(folder / "notes.txt"), replacing, is_filepid=False))
seen("get_dataset_export", native.get_dataset_export(pid, "ddi"))
seen("get_dataset_export, dataverse_json", native.get_dataset_export(pid, "dataverse_json"))

seen("get_datafile", access.get_datafile(file, is_pid=False))
seen("get_datafiles", access.get_datafiles(f"{file},{more}"))
seen("get_datafile_bundle", access.get_datafile_bundle(file))
try:
    seen("allow_access_request", access.allow_access_request(pid))
except ValueError as error:
    outcomes["allow_access_request"] = f"not sent; the client says: {error}"
seen("request_access", access.request_access(more))
seen("grant_file_access", access.grant_file_access(more, "@nobody"))
seen("list_file_access_requests", access.list_file_access_requests(more))

outcomes["its contents"] = [item["type"] for item in seen("get_dataverse_contents", native.get_dataverse_contents(":root"))]
children = native.get_children(":root", children_types=["dataverses", "datasets", "datafiles"])
outcomes["get_children"] = [[[child["type"], len(child["children"])] for child in one["children"]] for one in children]
asked = search.search("station", data_type="dataverse", sort="name", order="asc", per_page=5, show_facets="true", show_relevance="true")
outcomes["found"] = [item["type"] for item in seen("search", asked)["items"]]
for kind in ["dataverses", "datasets", "files", "downloads"]:
    seen(f"total, {kind}", metrics.total(kind))
    seen(f"total, {kind} to a month", metrics.total(kind, "2026-01"))
    seen(f"past_days, {kind}", metrics.past_days(kind, "30"))
seen("get_dataverses_by_subject", metrics.get_dataverses_by_subject())
seen("get_dataverses_by_category", metrics.get_dataverses_by_category())
seen("get_datasets_by_subject", metrics.get_datasets_by_subject())
seen("get_datasets_by_subject, to a month", metrics.get_datasets_by_subject("2026-01"))
seen("get_datasets_by_data_location", metrics.get_datasets_by_data_location("all"))

# The client's own create_role sends no body.
role = {"alias": "watcher", "name": "Watcher", "description": "Watches", "permissions": ["ViewUnpublishedDataverse", "AddDataverse"]}
made_role = seen("post_request, roles", native.post_request(f"{native.base_url_api_native}/roles?dvo=station", data=role))
seen("show_role", native.show_role(made_role["id"]))
seen("delete_role", native.delete_role(made_role["id"]))

draft = seen("create_dataset, again", native.create_dataset("station", metadata))["persistentId"]
seen("delete_dataset", native.delete_dataset(draft))
seen("destroy_dataset", native.destroy_dataset(pid))
seen("delete_dataverse", native.delete_dataverse("station"))
seen("recreate_user_api_token", native.recreate_user_api_token())
print(json.dumps(outcomes))
