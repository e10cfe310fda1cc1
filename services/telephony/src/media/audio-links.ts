import { fileLinks } from '@crm/domain/media/file-link.rules.js';

/** Links to audio: of a call, to be left on a machine, of a customer, or that greets. */
export const audioLinks = fileLinks('media-link', ['record', 'voicemail', 'customer', 'greeting']);

export type AudioRef = Parameters<typeof audioLinks.sign>[1]['file'];
