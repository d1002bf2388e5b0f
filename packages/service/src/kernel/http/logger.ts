import { openSync, renameSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createMask } from '@rowhouse/integrations';
import { type Logger, pino } from 'pino';
import type { Config } from '../config/Config.ts';
import { createDataDir } from '../config/dataDir.ts';
import { type LogGap, type LogOutput, logOutput } from './logOutput.ts';
import { terminalText } from './terminalText.ts';

interface ServiceLog {
  readonly logger: Logger;
  /** Path of the log file; null for the standard error stream. */
  readonly file: string | null;
}

const maximumLogBytes = 50 * 1024 * 1024;

const standardError = 2;

/**
 * Logs one JSON object per line: in development to a file, with warnings and errors in the terminal, too; in production to
 * the standard error stream.
 */
export function createLogger(
  config: Pick<Config, 'environment' | 'logLevel' | 'dataDir' | 'apiCalls'>,
): ServiceLog {
  const file = config.environment === 'development' ? join(config.dataDir, 'rowhouse.log') : null;
  if (file !== null) {
    createDataDir(config.dataDir);
    rotate(file);
  }
  const output = file === null ? streamOutput() : fileOutput(file);

  return { file, logger: pino(loggerOptions(config), output) };
}

function streamOutput(): LogOutput {
  return logOutput({ descriptor: standardError, gapLine, onLoss: () => undefined });
}

function fileOutput(file: string): LogOutput {
  const output = logOutput({
    descriptor: openSync(file, 'a', 0o600),
    gapLine,
    onLoss: ({ message }) =>
      console.error(
        `The log file ${file} cannot be written: ${message}. Its lines are dropped until it can be written again.`,
      ),
  });

  return {
    write(line) {
      output.write(line);
      const text = terminalText(line);
      if (text !== null) console.error(text);
    },
  };
}

function gapLine({ lines, since, error }: LogGap): string {
  const msg = `${lines === 1 ? 'One line of the log was' : `${lines} lines of the log were`} lost since ${since.toISOString()}: ${error.message}.`;
  const line = {
    level: pino.levels.values.warn,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    msg,
  };

  return `${JSON.stringify(line)}\n`;
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
