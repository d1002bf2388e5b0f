import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server, so that its address can refuse connections while the server keeps what it has. */
export interface Gateway {
  readonly port: number;
  /** Refuses connections, and cuts those that there are. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function openGateway(target: number): Promise<Gateway> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(behind).pipe(client);
  });
  const listen = async (wanted: number) => {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');

    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);

  return {
    port,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: async () => {
      if (!server.listening) await listen(port);
    },
  };
}
