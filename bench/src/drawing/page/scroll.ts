import { longPage, rowsOf } from './data.ts';
import { rowFaults } from './rowFaults.ts';
import { mountTable } from './rowhouse.ts';

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

/**
 * Scrolls one page of 10,000 rows from its start to its end, 600 px a frame. Milliseconds from each frame to the next, and
 * the faults of the cells in the window, compared at every 40th frame.
 */
export async function scroll(stage: HTMLElement): Promise<{ frames: number[]; faults: string[] }> {
  const drawn = await mountTable(stage.appendChild(document.createElement('div')), longPage);
  const rows = rowsOf(1, longPage);
  const frames: number[] = [];
  const faults: string[] = [];
  // A table that is wider than the window scrolls in a frame.
  for (let count = 0; count < 5; count += 1) await frame();
  const scrolled = stage.querySelector('.rh-scrolled') ?? document.documentElement;
  let before = await frame();
  for (let top = 0; top < scrolled.scrollHeight - scrolled.clientHeight; top += 600) {
    scrolled.scrollTop = top;
    const now = await frame();
    frames.push(now - before);
    before = now;
    if (frames.length % 40 === 0) {
      await frame();
      faults.push(...windowFaults(stage, rows));
      before = await frame();
    }
  }
  drawn.unmount();
  stage.replaceChildren();
  return { frames, faults };
}

/** Every row that has a place in the window has to be drawn there, next to the one before it. */
function windowFaults(stage: HTMLElement, rows: ReturnType<typeof rowsOf>): string[] {
  const seen = [...stage.querySelectorAll<HTMLElement>('tbody tr[data-row]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  const first = Number(seen[0]?.dataset.row);
  if (seen.length < 10) return [`${seen.length} rows in the window from row ${first}`];
  return seen.flatMap((row, index) =>
    rowFaults(row, rows[first + index] as (typeof rows)[number]).map(
      (fault) => `row ${first + index}, ${fault}`,
    ),
  );
}
