// Preloaded before a service's entry: SIGUSR2 begins a processor profile, the next one ends it and writes it to the file
// that this module's address names.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const samplingMicroseconds = 500;
const session = new Session();
session.connect();
let isRunning = false;

async function toggle(): Promise<void> {
  isRunning = !isRunning;
  if (isRunning) {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: samplingMicroseconds });
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  await session.post('Profiler.disable');
  writeFileSync(file, JSON.stringify(profile));
}

process.on('SIGUSR2', () => void toggle());
