import { buildApp } from './app.ts';
import { openDatabase } from './database.ts';

const db = await openDatabase(process.env.DATABASE ?? 'app.db');
const app = await buildApp(db);
app.addHook('onClose', () => db.destroy());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());

// To this machine alone: nobody has to sign in.
console.log(
  `Listening at ${await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) })}`,
);
