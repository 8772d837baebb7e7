// All rules of graphql-eslint for schemas; reasons.json says why what they still find stays.
import graphqlPlugin from '@graphql-eslint/eslint-plugin';

const { configs, parser } = graphqlPlugin;

export default [
  {
    files: ['schema.graphql'],
    languageOptions: { parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    plugins: { '@graphql-eslint': graphqlPlugin },
    rules: {
      ...configs['flat/schema-all'].rules,
      ...configs['flat/schema-relay'].rules,
      // Lists of what is small by nature are no connections.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
    },
  },
];
