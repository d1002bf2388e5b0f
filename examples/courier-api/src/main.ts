import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@rowhouse/integrations';
import { createCourier } from './createCourier.ts';
import { openLog } from './openLog.ts';
import { startCourierServer } from './startCourierServer.ts';

const server = await startCourierServer();
const { log, rows, close } = await openLog();
const client = createClient({ log });
const courier = createCourier(
  { base: server.base, clientId: 'shop-7', clientSecret: 'never logged' },
  client,
);
const folder = await mkdtemp(join(tmpdir(), 'courier-'));
const [invoice, label] = [join(folder, 'invoice.pdf'), join(folder, 'label.pdf')];

const { awb } = await courier.book({ recipient: 'Ana Pop', city: 'Cluj', weight: 2.5 });
console.log(`Booked ${awb}. The courier has ${server.booked.length} parcel.`);

await writeFile(invoice, '%PDF-1.7 the invoice');
await courier.uploadInvoice(awb, invoice);
await courier.downloadLabel(awb, label);
console.log(`The label is: ${await readFile(label, 'utf8')}`);
console.log(`The parcel is ${(await courier.track(awb)).status}.`);

console.table(await rows());

await close();
await client.close();
await server.stop();
await rm(folder, { recursive: true });
