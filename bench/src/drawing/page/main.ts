import 'bulma/css/bulma.css';
import '@fortawesome/fontawesome-free/css/all.css';
import '@rowhouse/table-vue/style.css';
import type { Contender, Drawn } from './Contender.ts';
import { pageCount, rowsOf } from './data.ts';
import FloorTable from './FloorTable.vue';
import { fromRows } from './fromRows.ts';
import { rowFaults } from './rowFaults.ts';
import { rowhouse } from './rowhouse.ts';
import { scroll } from './scroll.ts';
import TanStackTable from './TanStackTable.vue';

const contenders: Record<string, Contender> = {
  rowhouse,
  'tanstack-table': fromRows(TanStackTable),
  floor: fromRows(FloorTable),
};

const stage = document.querySelector('#stage') as HTMLElement;

/** Faults of a contender's cells on a page; empty when each shows what it should. */
function faults(page: number): string[] {
  const rows = [...stage.querySelectorAll('tbody tr')];
  return rowsOf(page).flatMap((row, index) =>
    rowFaults(rows[index], row).map((fault) => `page ${page}, row ${index}, ${fault}`),
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  // The cells are drawn when they have a place on the page.
  document.body.getBoundingClientRect();
  return performance.now() - start;
}

/** Mounts a contender, checks its cells, then draws every page; milliseconds. */
async function run(name: string): Promise<{ mount: number; pages: number[]; faults: string[] }> {
  let drawn: Drawn | undefined;
  const root = stage.appendChild(document.createElement('div'));
  const mount = await timed(async () => {
    drawn = await contenders[name]?.mount(root);
  });
  if (drawn === undefined) throw new Error(`No contender is called ${name}.`);
  const found = faults(1);
  const pages: number[] = [];
  for (let page = 2; page <= pageCount; page += 1) {
    pages.push(await timed(async () => drawn?.show(page)));
    // Between two pages the browser paints, as it does for a person.
    await new Promise(requestAnimationFrame);
    if (page % 10 === 0) found.push(...faults(page));
  }
  drawn.unmount();
  stage.replaceChildren();
  return { mount, pages, faults: found };
}

Object.assign(window, { drawing: { run, scroll: () => scroll(stage), names: Object.keys(contenders) } });
