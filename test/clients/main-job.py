"""A depositor's main job by a client made from the OpenAPI document: a dataset is made, listed and published."""

import json
import sys
from http import HTTPStatus

from archivolt_rest_api_client import AuthenticatedClient
from archivolt_rest_api_client.api.collections import (
    collections_contents,
    collections_create,
    collections_datasets_create,
    collections_publish,
)
from archivolt_rest_api_client.api.datasets import datasets_get, datasets_publish
