/**
 * The telephony provider's signalling and the browser's media, as far as the provider's own device needs them, played by
 * a test. Installed before that device's package is loaded, which takes hold of both as it is read.
 */

interface Sent {
  type: string;
  payload: Record<string, unknown>;
}

const sdp = 'v=0\r\nm=audio 9 RTP/SAVPF 0\r\na=rtpmap:0 PCMU/8000\r\n';
/** The provider's id of the call that is under way. */
export const callSid = 'CA00000000000000000000000000000009';

/** A word takes its time to the provider and back. */
const soon = (run: () => void) => void setTimeout(run, 5);
/** It says that it is still there; a device that has not read that for 15 seconds looks for another way. */
const heartbeatMs = 10_000;

class FakeWebSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  readyState = FakeWebSocket.CONNECTING;

  constructor(readonly url: string) {
    super();
    FakeProvider.current.connects(this);
  }
  send(text: string): void {
    if (text === '\n') return;
    FakeProvider.current.takes(JSON.parse(text) as Sent, this);
  }
  close(): void {
    this.readyState = FakeWebSocket.CLOSED;
  }
  opens(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
    const beat = setInterval(() => {
      if (this.readyState === FakeWebSocket.OPEN)
        this.dispatchEvent(new MessageEvent('message', { data: '\n' }));
      else clearInterval(beat);
    }, heartbeatMs);
  }
  /** The way to the provider is gone, without a word. */
  breaks(): void {
    if (this.readyState === FakeWebSocket.CLOSED) return;
    this.readyState = FakeWebSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }));
  }
  says(type: string, payload: object): void {
    if (this.readyState !== FakeWebSocket.OPEN) return;
    this.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify({ type, payload, version: '1.6' }) }),
    );
  }
}

/** The signalling, of which the test says whether it is there and what happens to a call. */
export class FakeProvider {
  static current: FakeProvider;
  private sockets: FakeWebSocket[] = [];
  private isUp = true;
  /** What devices sent, in order. */
  readonly sent: Sent[] = [];
  /** Seconds for which a token holds. */
  ttl = 3600;
  /** What media connections measure in a second: seconds of jitter and round trip, packets that arrive and are lost. */
  sound = { jitter: 0.004, roundTrip: 0.06, arriving: 50, lost: 0 };

  constructor() {
    FakeProvider.current = this;
  }
  connects(socket: FakeWebSocket): void {
    this.sockets.push(socket);
    soon(() => {
      if (this.isUp) socket.opens();
      else socket.breaks();
    });
  }
  takes(message: Sent, socket: FakeWebSocket): void {
    this.sent.push(message);
    soon(() => {
      if (message.type === 'listen')
        socket.says('connected', {
          token: { identity: 'user_7', ttl: this.ttl },
          ...{ edge: 'ashburn', region: 'US_EAST_VIRGINIA', home: 'us1' },
        });
      if (message.type === 'register') socket.says('ready', {});
      // A call that was cut off and goes on.
      if ('reconnect' in message.payload) this.says('answer', { callsid: callSid, sdp, reconnect: 'again' });
    });
  }
  says(type: string, payload: object = {}): void {
    for (const socket of this.sockets) socket.says(type, payload);
  }
  rings(): void {
    this.says('ringing', { callsid: callSid, sdp });
  }
  answers(): void {
    this.says('answer', { callsid: callSid, sdp, reconnect: 'again' });
  }
  hangsUp(): void {
    this.says('hangup', { callsid: callSid });
  }
  /** Every connection is gone, and none comes about until it is back. */
  drops(): void {
    this.isUp = false;
    for (const socket of this.sockets.splice(0)) socket.breaks();
  }
  isBack(): void {
    this.isUp = true;
  }
  /** How often devices sent something of a type. */
  count(type: string): number {
    return this.sent.filter((each) => each.type === type).length;
  }
}

class FakeTrack {
  readyState = 'live';
  enabled = true;
  kind = 'audio';
  stop(): void {
    this.readyState = 'ended';
  }
  clone = () => new FakeTrack();
}

class FakeStream extends EventTarget {
  private readonly tracks = [new FakeTrack()];
  getTracks = () => this.tracks;
  getAudioTracks = () => this.tracks;
  addTrack = () => undefined;
  removeTrack = () => undefined;
  clone = () => new FakeStream();
}

/** A media connection that comes about as soon as both sides know of each other. */
class FakePeerConnection extends EventTarget {
  signalingState = 'stable';
  connectionState = 'new';
  iceConnectionState = 'new';
  localDescription: unknown = null;
  onsignalingstatechange: (() => void) | null = null;
  private readonly sender = {
    track: new FakeTrack(),
    replaceTrack: () => Promise.resolve(),
    getParameters: () => ({}),
    setParameters: () => Promise.resolve(),
  };
  addTrack = () => this.sender;
  getSenders = () => [this.sender];
  getTransceivers = () => [{ setCodecPreferences: () => undefined }];
  createOffer = () => Promise.resolve({ type: 'offer', sdp });
  createAnswer = () => Promise.resolve({ type: 'answer', sdp });
  setLocalDescription = (description: unknown) => {
    this.localDescription = description;
    return this.becomes('have-local-offer');
  };
  setRemoteDescription = () => this.becomes('stable');
  private measured = { packetsReceived: 0, packetsLost: 0 };
  getStats = () => {
    const { jitter, roundTrip, arriving, lost } = FakeProvider.current.sound;
    const { packetsReceived, packetsLost } = this.measured;
    this.measured = { packetsReceived: packetsReceived + arriving, packetsLost: packetsLost + lost };
    const packets = { ...this.measured, bytesReceived: 160 * this.measured.packetsReceived };
    const stats = [
      { id: 'in', type: 'inbound-rtp', timestamp: Date.now(), jitter, remoteId: 'remote', ...packets },
      { id: 'remote', type: 'remote-outbound-rtp', isRemote: true, roundTripTime: roundTrip },
      { id: 'out', type: 'outbound-rtp', timestamp: Date.now(), packetsSent: packetsReceived, bytesSent: 1 },
    ];
    return Promise.resolve(new Map(stats.map((each) => [each.id, each])));
  };
  close(): void {
    this.signalingState = 'closed';
  }
  private becomes(state: string): Promise<void> {
    this.signalingState = state;
    this.onsignalingstatechange?.();
    return Promise.resolve();
  }
}

/** The machine's devices, of which the test says which there are and whether the page may use them. */
export class FakeMachine extends EventTarget {
  devices: Partial<MediaDeviceInfo>[] = [];
  isAllowed = true;
  /** Which microphones were opened; `true` for the default one. */
  readonly opened: unknown[] = [];
  getUserMedia = async ({ audio }: MediaStreamConstraints) => {
    if (!this.isAllowed) throw Object.assign(new Error('no'), { name: 'NotAllowedError' });
    this.opened.push(audio);
    return new FakeStream();
  };
  enumerateDevices = async () => this.devices;
  plugs(...names: readonly string[]): void {
    const [first = ''] = names;
    this.devices = [
      { deviceId: 'default', kind: 'audioinput', label: `Default - ${first}`, groupId: first },
      ...names.map((name) => ({ deviceId: name, kind: 'audioinput' as const, label: name, groupId: name })),
    ];
    this.dispatchEvent(new Event('devicechange'));
  }
}

/** Puts the provider and the machine in the place of the browser's own; before the package is loaded. */
export function installProvider(): { machine: FakeMachine } {
  const machine = new FakeMachine();
  const put = (on: object, name: string, value: unknown) => {
    // What the setup of tests has put there may be written over, not defined anew.
    if (!Reflect.set(on, name, value))
      Object.defineProperty(on, name, { value, writable: true, configurable: true });
  };
  put(globalThis, 'WebSocket', FakeWebSocket);
  put(window, 'RTCPeerConnection', FakePeerConnection);
  put(
    window,
    'RTCSessionDescription',
    class {
      constructor(readonly given: object) {
        Object.assign(this, given);
      }
    },
  );
  put(window, 'RTCRtpReceiver', { getCapabilities: () => ({ codecs: [] }) });
  put(window, 'MediaStream', FakeStream);
  put(window, 'MediaStreamTrack', FakeTrack);
  put(navigator, 'mediaDevices', machine);
  put(HTMLMediaElement.prototype, 'play', () => Promise.resolve());
  put(HTMLMediaElement.prototype, 'pause', () => undefined);
  put(HTMLMediaElement.prototype, 'load', () => undefined);
  put(globalThis, 'fetch', () => Promise.resolve(new Response('{}')));
  return { machine };
}
