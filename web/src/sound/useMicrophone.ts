import { useEffect, useState } from 'react';

/** What the browser lets the page have of the microphone. */
export type Microphone =
  | { state: 'asking' | 'refused' | 'missing' }
  | { state: 'open'; stream: MediaStream; devices: readonly MediaDeviceInfo[] };

const isRefused = (error: unknown) =>
  error instanceof Error &&
  ['NotAllowedError', 'PermissionDeniedError', 'SecurityError'].includes(error.name);

/**
 * Opens the microphone with that id, the default one without, while the component is there; one that is gone counts as the
 * default. Lists the machine's devices, whose names the browser tells only with that permission, and again when one is
 * plugged in or out.
 */
export function useMicrophone(input: string | null): Microphone {
  const [microphone, setMicrophone] = useState<Microphone>({ state: 'asking' });
  useEffect(() => {
    // Only available over https or on localhost.
    const media = 'mediaDevices' in navigator ? navigator.mediaDevices : undefined;
    if (media === undefined) {
      setMicrophone({ state: 'missing' });
      return undefined;
    }
    let isOver = false;
    let opened: MediaStream | undefined;
    const close = () => {
      for (const track of opened?.getTracks() ?? []) track.stop();
      opened = undefined;
    };
    const open = async () => {
      try {
        // Not `exact`: where the chosen one is unplugged, the browser takes another.
        const stream = await media.getUserMedia({ audio: input === null ? true : { deviceId: input } });
        close();
        opened = stream;
        const devices = await media.enumerateDevices();
        if (isOver) close();
        else setMicrophone({ state: 'open', stream, devices });
      } catch (error) {
        if (!isOver) setMicrophone({ state: isRefused(error) ? 'refused' : 'missing' });
      }
    };
    const reopen = () => void open();
    reopen();
    media.addEventListener('devicechange', reopen);
    return () => {
      isOver = true;
      media.removeEventListener('devicechange', reopen);
      close();
    };
  }, [input]);
  return microphone;
}
