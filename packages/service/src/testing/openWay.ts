import { rename } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';

const ports: Readonly<Record<string, number>> = { 'postgres:': 5432, 'postgresql:': 5432, 'mysql:': 3306 };

/** A connection to a database that tests can interrupt. */
export interface Way {
  readonly url: string;
  shut(): Promise<void>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** A TCP proxy for a server; a SQLite file is renamed while it is shut. */
export async function openWay(address: string): Promise<Way> {
  return address.startsWith('sqlite:') ? wayToFile(address) : wayToServer(new URL(address));
}

async function wayToServer(target: URL): Promise<Way> {
  const sockets = new Set<Socket>();
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        const other = connect(Number(target.port || ports[target.protocol]), target.hostname);
        for (const one of [socket, other]) {
          sockets.add(one);
          one.on('error', () => undefined);
          one.on('close', () => sockets.delete(one));
        }
        socket.pipe(other).pipe(socket);
      }).listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await listen(0);
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });

  return {
    url: url.href,
    shut,
    reopen: async () => {
      server = await listen(port);
    },
    close: shut,
  };
}

function wayToFile(url: string): Way {
  const path = url.slice('sqlite:'.length);

  return {
    url,
    shut: () => rename(path, `${path}.unavailable`),
    reopen: () => rename(`${path}.unavailable`, path),
    close: async () => undefined,
  };
}
