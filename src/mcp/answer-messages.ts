/** The protocol, by the official library. It is loaded when the first program asks: most servers are never asked. */
import { errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import { INSTRUCTIONS } from './instructions.ts';
import type { Tool, ToolCall } from './tool.ts';
import { tools } from './tools.ts';

/** What answers the messages of one request. */
export interface MessageOptions {
  readonly version: string;
  /** @throws DomainError */
  readonly call: ToolCall;
  /** Told of what is no refusal. */
  readonly failed: (error: unknown) => void;
}

/** Characters of an answer, beyond which it is to be asked for in parts. */
const LONGEST_ANSWER = 400_000;

function load() {
  return Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
}

let loaded: ReturnType<typeof load> | undefined;

const listed = tools.map(({ name, title, description, readOnly, inputSchema }) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
}));

async function answerOf(tool: Tool, given: unknown, { call, failed }: MessageOptions) {
  try {
    const answer = await tool.run(given, call);
    const text = JSON.stringify(answer);
    if (text.length > LONGEST_ANSWER) {
      throw new DomainError(
        'BAD_USER_INPUT',
        `The answer has more than ${LONGEST_ANSWER} characters: ask for less, such as a smaller page or single blocks.`,
      );
    }
    return { content: [{ type: 'text' as const, text }], structuredContent: answer };
  } catch (error) {
    const refusal = error instanceof DomainError && errorCatalog[error.code].status !== 500 ? error : undefined;
    if (refusal === undefined) failed(error);
    const told = refusal ?? new DomainError('INTERNAL_SERVER_ERROR', 'The server failed to answer this request.');
    const facts = { code: told.code, message: told.message, ...(told.problems.length > 0 ? { problems: told.problems } : {}) };
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(facts) }] };
  }
}

/** Answers the message of a request, which was read and parsed. */
export async function answerMessage(request: Request, message: unknown, options: MessageOptions): Promise<Response> {
  loaded ??= load();
  const [
    { McpServer },
    { WebStandardStreamableHTTPServerTransport },
    { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError },
  ] = await loaded;
  const { server } = new McpServer(
    { name: 'archivolt', title: 'Archivolt', version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of this name.');
    return answerOf(tool, params.arguments ?? {}, options);
  });
  // Each request stands alone, so that any of several servers can answer it: there are no sessions, and no streams that stay open.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody: message });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, { status: response.status, headers: response.headers });
  } finally {
    await server.close();
  }
}
