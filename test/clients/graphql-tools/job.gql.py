"""Validates operations by the schema that is fetched, sends them, and reads what they give: an address and the id of a dataset."""

import sys

from gql import Client, gql
from gql.transport.httpx import HTTPXTransport

server, dataset = sys.argv[1:3]
client = Client(transport=HTTPXTransport(url=f"{server}/graphql", timeout=300), fetch_schema_from_transport=True, parse_results=True)
with client as session, open("operations.graphql", encoding="utf-8") as operations:
    document = gql(operations.read())
    document.operation_name = "DatasetPage"
    document.variable_values = {"reference": {"databaseId": int(dataset)}, "first": 2}
    version = session.execute(document)["dataset"]["latestVersion"]
    labels = [edge["node"]["label"] for edge in version["files"]["edges"]]
    fault = gql("{ dataset(reference: {databaseId: 1}) { nothing } }")
    try:
        session.execute(fault)
    except Exception as refused:  # The package throws what graphql-core finds.
        print(labels, type(refused).__name__)
