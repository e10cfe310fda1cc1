import { performance } from 'node:perf_hooks';

const sampleMs = 20;
/** The share of a sample that the loop may be at work for a moment to count as quiet. */
const quietShare = 0.5;

/**
 * Resolves in a moment when this process has little to do: measured by how much of a few milliseconds its event loop was
 * at work. After `atMostMs` it resolves however busy the loop is, and at once when `hurry` is aborted. Never rejects.
 */
export function idleMoment(atMostMs: number, hurry: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const givesUpAt = performance.now() + atMostMs;
    let before = performance.eventLoopUtilization();
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      hurry.removeEventListener('abort', end);
      resolve();
    };
    const sample = () => {
      timer = setTimeout(() => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        before = now;
        if (utilization < quietShare || performance.now() >= givesUpAt) end();
        else sample();
      }, sampleMs);
      timer.unref();
    };
    if (hurry.aborted) {
      resolve();
      return;
    }
    hurry.addEventListener('abort', end);
    sample();
  });
}
