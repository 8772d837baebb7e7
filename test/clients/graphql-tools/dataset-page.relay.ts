import { graphql } from 'react-relay';

export const page = graphql`
  query datasetPageQuery($reference: DatasetReference!) {
    dataset(reference: $reference) {
      persistentId
      ...datasetPage_versions
      latestVersion {
        metadata {
          citation {
            title
            author {
              authorName
            }
            subject
          }
        }
        ...datasetPage_files
      }
    }
  }
`;

export const versions = graphql`
  fragment datasetPage_versions on Dataset
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })
  @refetchable(queryName: "datasetPageVersionsQuery") {
    versions(first: $first, after: $after) @connection(key: "datasetPage_versions") {
      edges {
        node {
          title
          releasedAt
        }
      }
    }
  }
`;

export const files = graphql`
  fragment datasetPage_files on DatasetVersion
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "datasetPageFilesQuery") {
    files(first: $first, after: $after) @connection(key: "datasetPage_files") {
      edges {
        node {
          label
          dataFile {
            sizeBytes
          }
        }
      }
    }
  }
`;

export const found = graphql`
  query datasetPageSearchQuery($words: String!) {
    search(query: $words, first: 10) {
      edges {
        node {
          __typename
          ... on DatasetHit {
            datasetVersion {
              title
            }
          }
        }
      }
    }
  }
`;

export const create = graphql`
  mutation datasetPageCreateMutation($input: CreateDatasetInput!) {
    createDataset(input: $input) {
      dataset {
        persistentId
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`;

export const changes = graphql`
  subscription datasetPageChangesSubscription($reference: DatasetReference!) {
    datasetChanged(reference: $reference) {
      dataset {
        latestVersion {
          title
        }
      }
    }
  }
`;
