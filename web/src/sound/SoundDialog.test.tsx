import { act, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

const device = (kind: MediaDeviceKind, deviceId: string, label: string): MediaDeviceInfo => ({
  ...{ kind, deviceId, label, groupId: '' },
  toJSON: () => ({}),
});

/** The browser's devices, of which the test says which are plugged in, and whether the page may use them. */
class FakeMedia extends EventTarget {
  devices = [
    device('audioinput', 'default', 'Default'),
    device('audioinput', 'desk', 'Desk microphone'),
    device('audioinput', 'headset', 'Headset'),
    device('audiooutput', 'headset', 'Headset'),
  ];
  asked: unknown[] = [];
  open = 0;
  refusal: string | undefined;

  getUserMedia = async ({ audio }: MediaStreamConstraints): Promise<MediaStream> => {
    this.asked.push(audio);
    if (this.refusal !== undefined) throw Object.assign(new Error('no'), { name: this.refusal });
    this.open += 1;
    const track = {
      stop: () => {
        this.open -= 1;
      },
    };
    return { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
  };
  enumerateDevices = async () => this.devices;
}

let media: FakeMedia;
beforeEach(() => {
  media = new FakeMedia();
  Object.defineProperty(navigator, 'mediaDevices', { value: media, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

async function openSound() {
  const opened = openApp({ user: buildUser() });
  await opened.pointer.click(await screen.findByRole('button', { name: 'Settings' }));
  await opened.pointer.click(await screen.findByRole('menuitem', { name: 'Sound' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sound' }));
  const pick = async (name: string) => {
    await opened.pointer.click(await dialog.findByRole('combobox', { name: 'Microphone' }));
    await opened.pointer.click(await screen.findByRole('option', { name }));
  };
  return { ...opened, dialog, pick };
}

test('a microphone is chosen by its name, and used at once and from then on', async () => {
  const { dialog, pick, pointer } = await openSound();
  await pick('Headset');
  await waitFor(() => {
    expect(media.asked).toEqual([true, { deviceId: 'headset' }]);
  });
  expect(dialog.getByRole('combobox', { name: 'Microphone' })).toHaveTextContent('Headset');
  await pick('Default of the browser');
  expect(dialog.getByRole('combobox', { name: 'Microphone' })).toHaveTextContent('Default of the browser');
  await pointer.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  await waitFor(() => {
    expect(media.open).toBe(0);
  });
});

test('a microphone to which the browser has given another id since is found by its name, and used', async () => {
  const { dialog, pick } = await openSound();
  await pick('Headset');
  const renamed = device('audioinput', 'headset of today', 'Headset');
  media.devices = [...media.devices.slice(0, 2), renamed];
  await act(async () => media.dispatchEvent(new Event('devicechange')));
  await waitFor(() => {
    expect(media.asked.at(-1)).toEqual({ deviceId: 'headset of today' });
  });
  expect(dialog.getByRole('combobox', { name: 'Microphone' })).toHaveTextContent('Headset');
});

test('what is plugged in while it is open can be chosen; what is unplugged shows as the default', async () => {
  const { dialog, pick } = await openSound();
  await pick('Headset');
  media.devices = [...media.devices.slice(0, 2), device('audioinput', 'earbuds', 'Earbuds')];
  await act(async () => media.dispatchEvent(new Event('devicechange')));
  await waitFor(() => {
    expect(dialog.getByRole('combobox', { name: 'Microphone' })).toHaveTextContent('Default of the browser');
  });
  await pick('Earbuds');
  expect(dialog.getByRole('combobox', { name: 'Microphone' })).toHaveTextContent('Earbuds');
});

test.each([
  ['NotAllowedError', /may not use your microphone/],
  ['NotFoundError', /No microphone was found/],
])('a browser that answers %s is said', async (refusal, words) => {
  media.refusal = refusal;
  const { dialog } = await openSound();
  expect(await dialog.findByText(words)).toBeVisible();
});

describe('the connection', () => {
  const test = async () => {
    const opened = await openSound();
    const part = within(opened.dialog.getByRole('region', { name: 'Connection' }));
    const button = part.getByRole('button', { name: 'Test my connection' });
    await waitFor(() => {
      expect(button).not.toHaveAttribute('aria-disabled');
    });
    return { ...opened, part, button };
  };

  it('is tested on demand, with the figures of a good one', async () => {
    const { part, button, pointer, tests } = await test();
    await pointer.click(button);
    expect(await part.findByText('Your connection is good for calls.')).toBeVisible();
    expect(part.getByText(/Sound 4.3 of 5 .* round trip 50 ms · by ashburn/)).toBeVisible();
    expect(tests.made).toEqual([{ isAudible: true, isStopped: false }]);
  });

  it('that is bad is said, with the reason and what to do', async () => {
    const { part, button, pointer, tests } = await test();
    tests.report = { ...tests.report, sound: { mos: 2.9, jitter: 80, rtt: 90, loss: 0.2 }, isRelayed: true };
    await pointer.click(button);
    expect(await part.findByText('Your connection is not usable for calls.')).toBeVisible();
    expect(part.getByText(/arrives unevenly, by 80 ms/)).toBeVisible();
    expect(part.getByText(/detour over a relay \(TURN\)/)).toBeVisible();
  });

  it('ends with the dialog, and waits for the end of a call', async () => {
    const { button, pointer, tests, dialog, devices } = await test();
    tests.isHeld = new Promise(() => undefined);
    await pointer.click(button);
    await pointer.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    await waitFor(() => {
      expect(tests.made).toEqual([{ isAudible: true, isStopped: true }]);
    });
    expect(devices.made).toEqual([]);
  });
});
