import type { BrowserContext } from 'playwright-core';

const patienceMs = 60_000;

/** In the page: resolves with the milliseconds from `from` until the frame is painted in which `condition` holds. */
const waiting = (condition: string, from: string) => `new Promise((done, fail) => {
  setTimeout(() => fail(new Error(${JSON.stringify(`Never shown: ${condition}`)})), ${String(patienceMs)});
  const started = () => ${from};
  const painted = () => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - started());
    channel.port2.postMessage(0);
  };
  const look = () => {
    requestAnimationFrame(started() !== undefined && (${condition}) ? painted : look);
  };
  look();
})`;

const number = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error(`The page measured ${String(value)}`);
  return value;
};

/** What something took: on the clock, and of it the page's own processor time, which other load does not lengthen. */
export interface Taken {
  ms: number;
  processor: number;
}

/** A page on a processor so many times slower, and what its main thread has used of it since it was opened. */
export async function openSlowPage(context: BrowserContext, times: number) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  const processor = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return number(metrics.find(({ name }) => name === 'TaskDuration')?.value) * 1_000;
  };
  return { page, processor };
}
export type SlowPage = Awaited<ReturnType<typeof openSlowPage>>;

/** What a navigation takes until something is painted. */
export async function timeOfLoad(slow: SlowPage, address: string, condition: string): Promise<Taken> {
  const { page, processor } = slow;
  const before = await processor();
  await page.goto(address, { waitUntil: 'commit' });
  const ms = number(await page.evaluate(waiting(condition, '0')));
  return { ms, processor: (await processor()) - before };
}

/** What it takes from the first event of an act until what it leads to is painted. */
export async function timeUntil(slow: SlowPage, act: () => Promise<void>, condition: string): Promise<Taken> {
  const { page, processor } = slow;
  await page.evaluate(`(() => {
    let first;
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, (event) => { first ??= event.timeStamp; }, { capture: true, once: true });
    globalThis.measured = ${waiting(condition, 'first')};
  })()`);
  const before = await processor();
  await act();
  const ms = number(await page.evaluate('globalThis.measured'));
  return { ms, processor: (await processor()) - before };
}
