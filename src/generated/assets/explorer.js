// src/graphql-explorer/examples.ts
var examples = [
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
`
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
    variables: '{\n  "words": "*"\n}\n'
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
    variables: '{\n  "reference": { "databaseId": 3 }\n}\n'
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
`
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
`
  }
];

// src/graphql-explorer/browser/accessible-names.ts
var EDITORS = [
  [".graphiql-query-editor", "Operation"],
  [".graphiql-editor-tool .graphiql-editor:nth-child(1)", "Variables"],
  [".graphiql-editor-tool .graphiql-editor:nth-child(2)", "Headers"],
  [".graphiql-response", "Result"]
];
function nameEditors(explorer) {
  for (const [place2, name] of EDITORS) {
    for (const field of explorer.querySelectorAll(`${place2} .CodeMirror textarea:not([aria-label])`)) {
      field.setAttribute("aria-label", name);
    }
  }
  for (const scrolled of explorer.querySelectorAll('.CodeMirror-scroll[tabindex="-1"]')) scrolled.tabIndex = 0;
}
function nameTabs(explorer) {
  for (const list of explorer.querySelectorAll('.graphiql-tabs:not([role="group"])')) list.setAttribute("role", "group");
  for (const tab of explorer.querySelectorAll('.graphiql-tab:is([aria-selected], :not([role="none"]))')) {
    tab.querySelector(".graphiql-tab-button")?.setAttribute("aria-current", tab.getAttribute("aria-selected") ?? "false");
    tab.removeAttribute("aria-selected");
    tab.setAttribute("role", "none");
  }
}
function keepNamed(explorer) {
  new MutationObserver(() => {
    nameEditors(explorer);
    nameTabs(explorer);
  }).observe(explorer, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-selected", "role"] });
}

// src/graphql-explorer/browser/caller-token.ts
var KEPT_TOKEN = "archivolt:explorer-token";
function callerToken(store) {
  let text = store.getItem(KEPT_TOKEN) ?? "";
  return {
    get text() {
      return text;
    },
    get isKept() {
      return store.getItem(KEPT_TOKEN) !== null;
    },
    take(typed, isKept) {
      text = typed.trim();
      if (isKept && text !== "") store.setItem(KEPT_TOKEN, text);
      else store.removeItem(KEPT_TOKEN);
    }
  };
}

// src/graphql-explorer/browser/globals.ts
var { React, ReactDOM, GraphiQL } = globalThis;

// src/graphql-explorer/browser/cost-text.ts
function costIn(answer) {
  if (typeof answer !== "object" || answer === null || !("extensions" in answer)) return void 0;
  const { extensions } = answer;
  if (typeof extensions !== "object" || extensions === null || !("cost" in extensions)) return void 0;
  return extensions.cost;
}
function costText({ estimated, limit, spent, budget }) {
  const parts = [
    `Cost ${spent.cost}, estimated ${estimated} of ${limit}`,
    `${spent.fields} fields`,
    `${spent.statements} statements`,
    `${spent.rows} rows`,
    `${spent.databaseMilliseconds} ms of the database`
  ];
  return [...parts, ...budget === void 0 ? [] : [`${budget.remaining} of ${budget.limit} left`]].join(" \xB7 ");
}

// src/graphql-explorer/browser/panel.ts
function panel(caller2, onCost) {
  const { createElement: createElement2 } = React;
  return function Panel() {
    const [token, setToken] = React.useState(caller2.text);
    const [isKept, setKept] = React.useState(caller2.isKept);
    const [cost, setCost] = React.useState(void 0);
    React.useEffect(() => onCost(setCost), []);
    return createElement2(
      "div",
      { className: "explorer-panel" },
      createElement2("output", { "aria-label": "Cost", className: "explorer-cost" }, cost === void 0 ? "" : costText(cost)),
      createElement2(
        "label",
        null,
        "API token ",
        createElement2("input", {
          type: "password",
          autoComplete: "off",
          spellCheck: false,
          value: token,
          onChange: ({ target: { value } }) => {
            setToken(value);
            caller2.take(value, isKept);
          }
        })
      ),
      createElement2(
        "label",
        null,
        createElement2("input", {
          type: "checkbox",
          checked: isKept,
          onChange: ({ target: { checked } }) => {
            setKept(checked);
            caller2.take(token, checked);
          }
        }),
        " Keep it in this browser"
      ),
      createElement2(
        "span",
        { className: "explorer-note" },
        isKept ? "It is in the local storage of this browser, for pages of this address, until you take the mark away." : "It is gone when the page is closed."
      )
    );
  };
}

// src/graphql-explorer/browser/telling-fetcher.ts
function tellingFetcher(send2, caller2, tell) {
  return (operation, options) => {
    const own = caller2.text === "" ? {} : { "X-Service-key": caller2.text };
    const answer = send2(operation, { ...options, headers: { ...own, ...options?.headers } });
    if (operation.operationName === "IntrospectionQuery") return answer;
    tell(void 0);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result) => {
      tell(costIn(result));
      return result;
    });
  };
}

// src/graphql-explorer/browser/explorer.ts
var place = document.getElementById("explorer");
if (place === null) throw new Error("The page has no place for the explorer.");
keepNamed(place);
var caller = callerToken(localStorage);
var showCost = () => void 0;
var url = new URL("/graphql", location.href).href;
var send = GraphiQL.createFetcher({ url, subscriptionUrl: url.replace(/^http/, "ws"), enableIncrementalDelivery: false });
var { createElement } = React;
var footer = panel(caller, (show) => {
  showCost = show;
});
var fetcher = tellingFetcher(send, caller, (cost) => showCost(cost));
ReactDOM.createRoot(place).render(
  createElement(
    GraphiQL,
    { fetcher, defaultTabs: examples, isHeadersEditorEnabled: true, shouldPersistHeaders: false },
    createElement(GraphiQL.Footer, null, createElement(footer, null))
  )
);
