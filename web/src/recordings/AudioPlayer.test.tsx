import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { fakeAudio } from '../test/fake-audio.js';
import { openPart } from '../test/TestApp.js';
import { AudioPlayer } from './AudioPlayer.js';

/** Renders players; each request for a URL is counted and answered with the next one. */
function openPlayer({ labels = ['the call'], addresses = ['/media/a', '/media/b'] } = {}) {
  const audio = fakeAudio();
  const asked: string[] = [];
  const onPlay = jest.fn();
  const load = async () => {
    const next = addresses[asked.length] ?? '';
    asked.push(next);
    return next;
  };
  const opened = openPart(
    labels.map((label) => (
      <AudioPlayer key={label} label={label} duration={412} load={load} onPlay={onPlay} />
    )),
  );
  return { ...opened, ...audio, asked, onPlay };
}
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('fetches nothing before somebody plays, and knows how long it is', async () => {
  const { asked } = openPlayer();
  expect(await screen.findByText('0:00 / 6:52')).toBeVisible();
  expect(asked).toEqual([]);
  expect(document.querySelector('audio')).toHaveAttribute('preload', 'none');
  expect(screen.getByRole('slider', { name: 'Position in the call' })).toHaveAttribute(
    'aria-valuetext',
    '0:00 of 6:52',
  );
});

test('plays and pauses, by keyboard too, and says so', async () => {
  const { pointer, played, onPlay } = openPlayer();
  const play = await button('Play the call');
  act(() => {
    play.focus();
  });
  await pointer.keyboard('{Enter}');
  await pointer.click(await button('Pause the call'));
  expect(await button('Play the call')).toHaveFocus();
  expect(played).toEqual(['/media/a']);
  expect(onPlay).toHaveBeenCalledTimes(1);
});

test('is gone through by the arrow keys, before it plays as well', async () => {
  openPlayer();
  const slider = await screen.findByRole('slider');
  fireEvent.change(slider, { target: { value: 61 } });
  expect(await screen.findByText('1:01 / 6:52')).toBeVisible();
});

test('asks for a fresh address once the old one has nearly run out, and goes on where it stood', async () => {
  const { pointer, asked, played } = openPlayer();
  await pointer.click(await button('Play the call'));
  await pointer.click(await button('Pause the call'));
  await pointer.click(await button('Play the call'));
  await button('Pause the call');
  expect(asked).toEqual(['/media/a']);

  await pointer.click(await button('Pause the call'));
  fireEvent.change(screen.getByRole('slider'), { target: { value: 30 } });
  jest.mocked(Date.now).mockReturnValue(5 * 60_000);
  await pointer.click(await button('Play the call'));
  await button('Pause the call');
  expect(asked).toEqual(['/media/a', '/media/b']);
  expect(played).toEqual(['/media/a', '/media/a', '/media/b']);
  expect(screen.getByText('0:30 / 6:52')).toBeVisible();
});

test('an address that ran out while it was heard is asked for again by itself', async () => {
  const { pointer, asked, notify } = openPlayer();
  await pointer.click(await button('Play the call'));
  await button('Pause the call');
  jest.mocked(Date.now).mockReturnValue(2 * 60_000);
  await notify('error');
  await button('Pause the call');
  expect(asked).toEqual(['/media/a', '/media/b']);
});

test('what cannot be played says so, and is tried again by a click', async () => {
  const { pointer, notify, asked } = openPlayer();
  await pointer.click(await button('Play the call'));
  await button('Pause the call');
  await notify('error');
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not be played');
  await pointer.click(await button('Try again to play the call'));
  await button('Pause the call');
  expect(asked).toHaveLength(2);
});

test('what the carrier has not handed over yet says so', async () => {
  const { pointer, played } = openPlayer({ addresses: [''] });
  await pointer.click(await button('Play the call'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not ready yet');
  expect(played).toEqual([]);
});

test('one is heard at a time', async () => {
  const { pointer } = openPlayer({ labels: ['one', 'two'] });
  await pointer.click(await button('Play one'));
  await button('Pause one');
  await pointer.click(await button('Play two'));
  expect(await button('Pause two')).toBeVisible();
  expect(await button('Play one')).toBeVisible();
});

test('plays as fast as was chosen, each of them, and by the space bar', async () => {
  const { pointer } = openPlayer({ labels: ['one', 'two'] });
  const [speed] = await screen.findAllByRole('button', { name: 'Speed 1 times' });
  if (speed) await pointer.click(speed);
  await pointer.click(
    (await screen.findAllByRole('button', { name: 'Speed 1.25 times' }))[1] ?? document.body,
  );
  expect(await screen.findAllByRole('button', { name: 'Speed 1.5 times' })).toHaveLength(2);
  const rates = [...document.querySelectorAll('audio')].map(({ playbackRate }) => playbackRate);
  expect(rates).toEqual([1.5, 1.5]);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Position in two' }), { key: ' ' });
  expect(await button('Pause two')).toBeVisible();
});
