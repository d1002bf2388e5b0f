import { serve } from '@hono/node-server';
import { buildApp } from './app.ts';
import { openRooms } from './rooms.ts';

const { fetch } = await buildApp(await openRooms());

serve({ fetch, port: 3003, hostname: '127.0.0.1' }, () =>
  console.log('Rooms at http://127.0.0.1:3003/api/rooms/tableData'),
);
