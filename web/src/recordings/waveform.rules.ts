/** How loud a recording is in each of `count` equal parts: 0 is silence, 1 its loudest part. */
export function loudnessOf(samples: Float32Array, count: number): number[] {
  const size = Math.max(1, Math.ceil(samples.length / count));
  const parts = Array.from({ length: count }, (_, part) => {
    let loudest = 0;
    const end = Math.min(samples.length, (part + 1) * size);
    for (let at = part * size; at < end; at += 1) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
    return loudest;
  });
  const loudest = Math.max(...parts);
  return loudest === 0 ? parts : parts.map((each) => each / loudest);
}
