"""A depositor's main job by a client that openapi-python-client makes from the OpenAPI document.

Called by test/e2e/generated-python-client.test.ts: main-job.py <address> <token> <native JSON of a dataset>
"""

import json
import sys
from io import BytesIO
from pathlib import Path
from uuid import uuid4

from archivolt_rest_api_client import AuthenticatedClient
from archivolt_rest_api_client.api.collections import (
    collections_contents,
    collections_create,
    collections_datasets_create,
    collections_publish,
)
from archivolt_rest_api_client.api.datasets import datasets_add_file, datasets_get, datasets_publish
from archivolt_rest_api_client.models import (
    CollectionsCreateBody,
    CollectionsDatasetsCreateJsonBody,
    DatasetContent,
    DatasetsAddFileBody,
    DatasetsPublishType,
    Error,
)
from archivolt_rest_api_client.types import File

address, token, example = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=token, prefix="", auth_header_name="X-Service-key")


def data_of(answer):
    """The data of an answer; a refusal ends the program with what the server says."""
    if answer is None or isinstance(answer, Error):
        sys.exit(f"Refused: {answer}")
    return answer.data


alias = f"python-{uuid4().hex[:8]}"
collection = CollectionsCreateBody.from_dict(
    {"alias": alias, "name": "Door counters", "collectionContacts": [{"contactEmail": "counts@example.org"}]}
)
data_of(collections_create.sync(":root", client=client, body=collection))

native = CollectionsDatasetsCreateJsonBody.from_dict(json.loads(Path(example).read_text("utf8")))
created = data_of(collections_datasets_create.sync(alias, client=client, body=native))

listed = [child.id for child in data_of(collections_contents.sync(alias, client=client)) if isinstance(child, DatasetContent)]
assert listed == [created.id], listed

counts = File(payload=BytesIO(b"Twelve people at nine.\n"), file_name="counts.txt", mime_type="text/plain")
described = DatasetsAddFileBody(file=counts, json_data=json.dumps({"description": "Counts by the hour"}))
added = data_of(datasets_add_file.sync(str(created.id), client=client, body=described)).files
assert [(file.label, file.description) for file in added] == [("counts.txt", "Counts by the hour")], added

data_of(collections_publish.sync(alias, client=client))
data_of(datasets_publish.sync(str(created.id), client=client, type_=DatasetsPublishType.MAJOR))

version = data_of(datasets_get.sync(str(created.id), client=client)).latest_version
assert version.version_state == "RELEASED", version
print(f"{version.dataset_persistent_id} is {version.version_state} with {len(version.files)} file.")
