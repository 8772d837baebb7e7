/** An operation that the explorer opens in a tab of its own; the tab has the name of the operation. */
export interface Example {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}

/** What a newcomer tries, from reading to changing. Every one is an operation of the schema that an installation with the standard blocks serves. */
export const examples: readonly Example[] = [
  {
    query: `# Press Ctrl-Enter, or the button, to send it. Ctrl-Space completes, Ctrl-K opens the documentation.
# What you may see depends on who you are: give an API token below the result.

query Server {
  serverInfo {
    installationName
    version
  }
  viewer {
    identifier
  }
}
`,
  },
  {
    query: `# A search, with what it counts. Ask for more with "after": the endCursor.

query Find($words: String!, $after: String) {
  search(query: $words, kinds: [DATASET], first: 10, after: $after) {
    totalCount
    nodes {
      ... on DatasetHit {
        datasetVersion {
          title
          dataset {
            persistentId
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: '{\n  "words": "*"\n}\n',
  },
  {
    query: `# All that a page about a dataset shows, in one request: its metadata by type, and its first files.

query DatasetPage($reference: DatasetReference!) {
  dataset(reference: $reference) {
    persistentUrl
    latestVersion {
      state
      versionNumber
      citationText
      metadata {
        citation {
          title
          author {
            authorName
            authorAffiliation
          }
          dsDescription {
            dsDescriptionValue
          }
          subject
        }
      }
      files(first: 10) {
        nodes {
          label
          directoryLabel
          dataFile {
            contentType
            sizeBytes
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
`,
    variables: '{\n  "reference": { "databaseId": 3 }\n}\n',
  },
  {
    query: `# A new dataset. What is wrong with it comes as data, each fault with its very field: try it without an author.
# Needs a token.

mutation Deposit($input: CreateDatasetInput!) {
  createDataset(input: $input) {
    dataset {
      persistentId
    }
    userErrors {
      code
      message
      field
    }
  }
}
`,
    variables: `{
  "input": {
    "collection": { "root": true },
    "version": {
      "typed": {
        "metadata": {
          "citation": {
            "title": "Soil samples of the Lindenhof",
            "author": [{ "authorName": "Bird, Bob" }],
            "datasetContact": [{ "datasetContactEmail": "bob@example.org" }],
            "dsDescription": [{ "dsDescriptionValue": "Samples of three fields." }],
            "subject": ["EARTH_AND_ENVIRONMENTAL_SCIENCES"]
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# Stays open, and tells what happens here from now on. The same button ends it.

subscription Feed {
  collectionFeed {
    cursor
    kind
    occurredAt
    datasetPersistentId
  }
}
`,
  },
];
