import { buildApp } from './app.ts';
import { openLibrary } from './openLibrary.ts';

const app = await buildApp(await openLibrary());

console.log(`Books at ${await app.listen({ port: 3001 })}/api/books/tableData`);
