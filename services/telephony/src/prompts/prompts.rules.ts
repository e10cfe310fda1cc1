import type { LanguageCode } from '@crm/contracts/codes/languages.js';

/** What customers hear of us, each sentence with what is filled into it. */
export interface Prompts {
  /** What a call begins with where its state asks for it. */
  recorded: string;
  /** What a customer hears last who asked not to be called again. */
  farewell: string;
  /** What somebody hears whom nobody answered, before the tone. */
  leaveMessage: string;
  /** What whoever comes while nobody is free is greeted with. */
  allBusy: (of: { agency: string }) => string;
  place: (of: { position: number }) => string;
  offerCallback: string;
  /** What a caller hears last who is called back. */
  callback: (of: { number: string }) => string;
  /**
   * What somebody hears whom the dialler reached when the guide had gone: who called, that it was to sell, where to call
   * back or to ask for no more calls, and the key that does so at once (16 CFR 310.4(b)(4)(iii), 47 CFR 64.1200(a)(7)).
   * Nothing else may be said.
   */
  abandoned: (of: { agency: string; number: string; key: string }) => string;
}

const english: Prompts = {
  recorded: 'This call is recorded for quality and training.',
  farewell: 'We have taken your number off our list. Goodbye.',
  leaveMessage: 'We cannot take your call right now. Please leave a message after the tone.',
  allBusy: ({ agency }) => `Thank you for calling ${agency}. All our agents are busy. Please hold the line.`,
  place: ({ position }) => `You are number ${String(position)} in the queue.`,
  offerCallback: 'Press 1 to keep your place and be called back.',
  callback: ({ number }) => `We will call you back on ${number}. You keep your place. Good bye.`,
  abandoned: ({ agency, number, key }) =>
    `This is ${agency}, with a telemarketing call. Nobody is free at the moment. To reach us, or to ask not to be called again, please call ${number}. Or press ${key} now, and we will not call you again.`,
};

const spanish: Prompts = {
  recorded: 'Esta llamada se graba con fines de calidad y capacitación.',
  farewell: 'Hemos eliminado su número de nuestra lista. Hasta luego.',
  leaveMessage: 'En este momento no podemos atender su llamada. Por favor, deje un mensaje después del tono.',
  allBusy: ({ agency }) =>
    `Gracias por llamar a ${agency}. Todos nuestros agentes están ocupados. Por favor, permanezca en la línea.`,
  place: ({ position }) => `Usted es el número ${String(position)} en la fila.`,
  offerCallback: 'Oprima 1 para conservar su lugar y que le devolvamos la llamada.',
  callback: ({ number }) => `Le devolveremos la llamada al ${number}. Usted conserva su lugar. Hasta luego.`,
  abandoned: ({ agency, number, key }) =>
    `Le llama ${agency}. Esta es una llamada de telemercadeo. En este momento no hay nadie disponible. Para comunicarse con nosotros, o para pedir que no se le vuelva a llamar, llame al ${number}. O bien, oprima ${key} ahora y no volveremos a llamarle.`,
};

/** The prompts in each language. */
export const promptsIn: Readonly<Record<LanguageCode, Prompts>> = { en: english, es: spanish };
