import { decodeText } from '../decodeText.ts';
import type { TransportResponse } from '../Transport.ts';

/** What was answered, in its charset; in UTF-8 when nobody knows that. */
export function answerText({ headers, body }: TransportResponse): string {
  const type = headers['content-type'];
  try {
    return decodeText(body, typeof type === 'string' ? type : (type?.[0] ?? null));
  } catch {
    return decodeText(body, null);
  }
}
