import autocannon from 'autocannon';
import type { RunningServer } from './startServer.ts';

/** Requests a second, with the image sent, and not sent to a client that has it. */
export interface ShowFigures {
  readonly sent: number;
  readonly notModified: number;
}

export async function measureShow(
  { contender, address }: RunningServer,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
): Promise<ShowFigures> {
  const etag = (await fetch(address)).headers.get('etag') ?? '';
  const load = async (headers: Record<string, string>, status: number) => {
    const { statusCodeStats, errors, duration } = await autocannon({
      url: address,
      connections,
      duration: seconds,
      headers,
    });
    const stats = statusCodeStats as Record<string, { count: number }>;
    if (errors > 0 || Object.keys(stats).join() !== String(status)) {
      throw new Error(
        `${contender.name}: ${errors} errors, and answers with ${Object.keys(stats)}, not ${status}.`,
      );
    }
    return (stats[status]?.count ?? 0) / duration;
  };
  return { sent: await load({}, 200), notModified: await load({ 'if-none-match': etag }, 304) };
}
