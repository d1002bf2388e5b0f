import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createMask } from '@rowhouse/integrations';
import { destination, type Logger, pino } from 'pino';
import type { Config } from '../config/Config.ts';
import { createDataDir } from '../config/dataDir.ts';

interface ServiceLog {
  readonly logger: Logger;
  /** Path of the log file; null for the standard error stream. */
  readonly file: string | null;
}

const maximumLogBytes = 50 * 1024 * 1024;

/**
 * Logs one JSON object per line: in development to a file, so that the terminal stays readable; in production to the
 * standard error stream.
 */
export function createLogger(
  config: Pick<Config, 'environment' | 'logLevel' | 'dataDir' | 'apiCalls'>,
): ServiceLog {
  const file = config.environment === 'development' ? join(config.dataDir, 'rowhouse.log') : null;
  if (file !== null) {
    createDataDir(config.dataDir);
    rotate(file);
  }
  const stream = destination({ dest: file ?? 2, mode: 0o600, sync: true });
  return { file, logger: pino(loggerOptions(config), stream) };
}

/** Exported for tests, which log to a stream of their own. */
export function loggerOptions({ logLevel, apiCalls }: Pick<Config, 'logLevel' | 'apiCalls'>) {
  // Links in mails contain a key or a code.
  const mask = createMask({ keys: ['key', 'code', ...apiCalls.secretNames] });

  return {
    level: logLevel,
    redact: {
      paths: ['authorization', 'cookie', '["x-api-key"]', 'password', '["set-cookie"]'].flatMap((name) =>
        ['', 'headers', 'req.headers', 'res.headers', 'body', '*'].map((parent) =>
          redactedPath(parent, name),
        ),
      ),
      censor: '[hidden]',
    },
    serializers: {
      req: (request: RequestLine) => ({
        method: request.method,
        url: mask.url(request.url),
        host: request.host,
        remoteAddress: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  };
}

interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly ip: string;
}

function redactedPath(parent: string, name: string): string {
  if (parent === '') return name;
  return name.startsWith('[') ? `${parent}${name}` : `${parent}.${name}`;
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maximumLogBytes) renameSync(file, `${file}.1`);
}
