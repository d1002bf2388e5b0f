import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server on a free port. */
export interface TestSmtpServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Refuses further mails with this code, at the recipient or the message. Null accepts them again. */
  refuse(at: 'recipient' | 'message', code: number | null): void;
  stop(): Promise<void>;
}

interface ReceivedMail {
  readonly from: string;
  /** Recipients of the envelope. */
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly parsed: Email;
  /** The received source. */
  readonly raw: string;
}

export interface TestSmtpOptions {
  readonly port?: number;
  /** Required credentials. Defaults to none. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

export async function startSmtpServer({
  port = 0,
  credentials,
}: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const refused: { recipient: number | null; message: number | null } = { recipient: null, message: null };
  const refusal = (code: number) => Object.assign(new Error('Message refused'), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(credentials === undefined ? (['AUTH'] as const) : [])],
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    // Closes connections that clients keep open.
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === credentials?.user && password === credentials?.password;
      done(isRight ? null : new Error('Wrong credentials'), { user: username });
    },
    onRcptTo: (_address, _session, done) =>
      done(refused.recipient === null ? null : refusal(refused.recipient)),
    onData: (stream, { envelope, user }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refused.message !== null) return done(refusal(refused.message));
        const raw = Buffer.concat(chunks);
        PostalMime.parse(raw).then((parsed) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          mails.push({
            from,
            to: envelope.rcptTo.map(({ address }) => address),
            user,
            parsed,
            raw: raw.toString(),
          });
          done();
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    refuse: (at, code) => {
      refused[at] = code;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
