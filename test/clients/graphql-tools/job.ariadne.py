"""Does what the operations say with the client that ariadne-codegen has made: an address, a token and the alias of a collection."""

import asyncio
import sys
from datetime import datetime

import httpx
from archivolt_client import (
    Client,
    CollectionReference,
    CompoundInput_author,
    CompoundInput_datasetContact,
    CompoundInput_dsDescription,
    CreateDatasetInput,
    DatasetReference,
    DatasetVersionInput,
    MetadataInput,
    MetadataInput_citation,
    TypedVersionInput,
    Vocabulary_subject,
)


async def main(server: str, token: str, alias: str) -> None:
    http = httpx.AsyncClient(headers={"X-Service-key": token}, timeout=300)
    client = Client(url=f"{server}/graphql", http_client=http)
    citation = MetadataInput_citation(
        title="Made by Python",
        author=[CompoundInput_author(authorName="Bird, Bob")],
        datasetContact=[CompoundInput_datasetContact(datasetContactEmail="bob@example.org")],
        dsDescription=[CompoundInput_dsDescription(dsDescriptionValue="Samples.")],
        subject=[Vocabulary_subject.ARTS_AND_HUMANITIES],
    )
    made = await client.create_dataset(
        CreateDatasetInput(
            collection=CollectionReference(alias=alias),
            version=DatasetVersionInput(typed=TypedVersionInput(metadata=MetadataInput(citation=citation))),
        )
    )
    assert made.create_dataset.user_errors == []
    reference = DatasetReference(databaseId=made.create_dataset.dataset.database_id)
    page = (await client.dataset_page(reference=reference, first=10)).dataset
    assert isinstance(page.created_at, datetime)
    shown = page.latest_version.metadata.citation
    print(page.persistent_id, shown.title, [subject.value for subject in shown.subject])


asyncio.run(main(*sys.argv[1:4]))
