import webPush from 'web-push';

/** A new pair by which push services know an installation (VAPID), in base64url. */
export const newPushKeys = (): { publicKey: string; privateKey: string } => webPush.generateVAPIDKeys();
