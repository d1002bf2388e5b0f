/** A stream of server-sent events, parsed as in a browser. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly { readonly event: string; readonly data: unknown }[];
  /** Reconnection delay in milliseconds; null until received. */
  readonly retry: () => number | null;
  readonly comments: () => number;
  /** The body, also of a response that is not a stream. */
  readonly text: () => string;
  /** Resolves when the stream has ended or the connection is lost. */
  readonly ended: Promise<void>;
  close(): void;
}

export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  const events: { event: string; data: unknown }[] = [];
  let [comments, retry, text]: [number, number | null, string] = [0, null, ''];

  const take = (block: string) => {
    let event = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [name = '', ...rest] = line.split(':');
      const value = rest.join(':').replace(/^ /, '');
      if (name === '') comments++;
      if (name === 'event') event = value;
      if (name === 'data') data.push(value);
      if (name === 'retry') retry = Number(value);
    }
    if (data.length > 0) events.push({ event, data: JSON.parse(data.join('\n')) });
  };

  const read = async () => {
    let open = '';
    for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk;
      const blocks = (open + chunk).split('\n\n');
      open = blocks.pop() ?? '';
      if (response.headers.get('content-type') === 'text/event-stream') blocks.forEach(take);
    }
  };

  return {
    status: response.status,
    headers: response.headers,
    events,
    retry: () => retry,
    comments: () => comments,
    text: () => text,
    ended: read().catch(() => undefined),
    close: () => abort.abort(),
  };
}
