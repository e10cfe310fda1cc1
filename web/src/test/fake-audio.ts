import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/** Sound that nobody hears: jsdom has elements for it that neither play nor stop. */
export function fakeAudio() {
  const played: string[] = [];
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    played.push(new URL(this.src).pathname);
    this.dispatchEvent(new Event('playing'));
  });
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
  return {
    /** What was played, in its order. */
    played,
    /** Something happens to the sound of an element. */
    notify: (name: 'ended' | 'error' | 'timeupdate', element = document.querySelector('audio')) =>
      act(async () => {
        element?.dispatchEvent(new Event(name));
      }),
  };
}
