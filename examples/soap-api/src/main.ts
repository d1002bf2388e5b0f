import { createClient } from '@rowhouse/integrations';
import { checkVat } from './CheckVat.ts';
import { startVatServer } from './startVatServer.ts';

const server = await startVatServer();
const client = createClient({
  log: {
    add: ({ try: attempt, method, status, error }) =>
      console.log(`  log: attempt ${attempt}, ${method}, ${status}${error === null ? '' : `, ${error}`}`),
  },
  failures: {
    report: ({ endpoint, status, tries }) =>
      console.log(`  failed: ${endpoint} with ${status} after ${tries} attempts`),
  },
});

for (const number of [
  { country: 'RO', number: '14399840' },
  { country: 'DE', number: '000000000' },
  { country: 'XX', number: '1' },
]) {
  console.log(`Is ${number.country}${number.number} valid?`);
  try {
    const { valid, name } = await checkVat(server.wsdl, number, client);
    console.log(valid ? `Yes: ${name}` : 'No');
  } catch (error) {
    console.log(`Nobody knows: ${error instanceof Error ? error.message : error}`);
  }
}

await client.close();
await server.stop();
