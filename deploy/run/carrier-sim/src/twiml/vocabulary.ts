const words = (text: string) => new Set(text.trim().split(/\s+/));

/** The supported verbs. */
export const verbs: ReadonlySet<string> = words(
  'Dial Play Say Pause Record Hangup Reject Redirect Enqueue Leave Gather',
);

const nested: Readonly<Record<string, ReadonlySet<string>>> = {
  Dial: words('Number Client Conference'),
  Client: words('Identity Parameter'),
  Gather: words('Play Say Pause'),
};

/** What a caller in a queue may be played by its waitUrl. */
export const queueVerbs: ReadonlySet<string> = words('Play Say Pause Hangup Redirect Leave Gather');

const party = 'url method statusCallback statusCallbackEvent statusCallbackMethod';
const recording = 'recordingStatusCallback recordingStatusCallbackEvent recordingStatusCallbackMethod trim';

const attributes: Readonly<Record<string, ReadonlySet<string>>> = {
  Dial: words(
    `action method answerOnBridge callerId timeout timeLimit hangupOnStar record recordingTrack ringTone ${recording}`,
  ),
  Number: words(`sendDigits ${party}`),
  Client: words(party),
  Identity: new Set(),
  Parameter: words('name value'),
  Conference: words(
    `participantLabel muted beep startConferenceOnEnter endConferenceOnExit waitUrl waitMethod maxParticipants
     record region coach jitterBufferSize statusCallback statusCallbackEvent statusCallbackMethod ${recording}`,
  ),
  Play: words('loop digits'),
  Say: words('voice language loop'),
  Pause: words('length'),
  Record: words(
    `action method timeout finishOnKey maxLength playBeep transcribe transcribeCallback
     recordingChannels ${recording}`,
  ),
  Hangup: new Set(),
  Reject: words('reason'),
  Redirect: words('method'),
  Enqueue: words('action method waitUrl waitUrlMethod'),
  Leave: new Set(),
  Gather: words('action method input numDigits timeout finishOnKey actionOnEmptyResult'),
};

const none: ReadonlySet<string> = new Set();

export const nestedIn = (element: string) => nested[element] ?? none;
export const attributesOf = (element: string) => attributes[element] ?? none;
