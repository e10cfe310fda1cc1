/** A WAV file of 16-bit samples, one channel. */
export function waveFile(samples: Int16Array, rate: number): Buffer {
  const bytes = samples.length * 2;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  // Linear samples, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  samples.forEach((sample, index) => file.writeInt16LE(sample, 44 + index * 2));
  return file;
}
