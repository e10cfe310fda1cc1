/** A number that asked for help within this is answered once, so that two machines never answer each other. */
export const helpEveryMs = 60 * 60 * 1000;

/** The language that help is asked for in. */
const isSpanish = (body: string) => /^\W*ayuda\W*$/i.test(body);

/** Who writes, where there is help, and how to have no more: what carriers want as the answer to HELP. */
export function helpReply(body: string, { agency, contact }: { agency: string; contact: string }): string {
  return isSpanish(body)
    ? `${agency}: para recibir ayuda, comuníquese con ${contact}. Responda STOP para no recibir más mensajes. Pueden aplicarse tarifas de mensajes y datos.`
    : `${agency}: for help, contact ${contact}. Reply STOP to opt out. Message and data rates may apply.`;
}
