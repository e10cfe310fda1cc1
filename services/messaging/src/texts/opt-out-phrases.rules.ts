/** A wording by which customers end contact, sought in one clause of folded words: small letters, no accents or apostrophes. */
export interface Phrase {
  find: RegExp;
  /** Tested on what stands before it in the clause. */
  notBehind?: RegExp;
  /** Tested on what stands after it. */
  notAhead?: RegExp;
}

const any = (words: string) => `(?:${words.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`;
const some = (words: string) => `(?:${any(words)} ){0,5}`;

const doing =
  any(`texting txting messaging msging calling contacting emailing phoning ringing sending bothering
  harassing spamming bugging annoying disturbing soliciting reaching_out blowing_up hitting_me_up`);
const act =
  any(`text txt texts message msg call contact phone ring email bother disturb harass spam bug solicit
  reach_out dial`);
const acted = any(
  `texted messaged called contacted emailed phoned bothered disturbed harassed spammed solicited`,
);
const things =
  any(`texts txts calls messages msgs emails sms spam ads contact solicitations solicitation soliciting
  communications communication harassment phone_calls text_messages marketing`);
const whose = some(
  'all any the these this those that your ur my more further future of with it sending such',
);
const person = any('me us this my here our');
const negation =
  any(`dont donot not never cant cannot wont nothing nobody couldnt wouldnt didnt doesnt isnt without
  no_one hardly`);
/** "Don't stop", "I can't stop", "nothing will stop"; "can't you stop" asks for it. */
const negated = new RegExp(`\\b${negation}(?: (?!you$|u$)\\w+)?$`);
/** Whoever stops is no reader of the text, or the stop is a place. */
const otherStop = new RegExp(
  `\\b(?:${negation}(?: (?!you$|u$)\\w+)?|i|ill|we|well|they|he|she|${any(`bus train truck pit rest next last first
  full short non the a our one`)})$`,
);
/** "You don't call me", "why didn't you": a complaint of too little. */
const othersDoing = /\b(?:you|u|ya|they|he|she|we|i|people|why|if|who)$/;
/** For a while only: no end of contact, unless it is said to be for ever. */
const aWhile = new RegExp(
  `^(?!.*\\b(?:again|anymore|ever|any more)\\b).*?\\b${any(`before until till til while during today tonight
  tomorrow now yet after between late early at_night at_work at_this_time on_sunday on_sundays on_weekends when_i
  this_morning this_week this_late hesitate`)}\\b`,
);
const paraUnRato = new RegExp(
  `^(?!.*\\b(?:mas|nunca|jamas|otra vez)\\b).*?\\b${any(`hoy manana ahora ahorita antes hasta despues tarde temprano
  mientras cuando todavia en_la_noche por_la_noche de_noche en_el_trabajo los_domingos a_esta_hora`)}\\b`,
);

const phrase = (find: string, guards: Omit<Phrase, 'find'> = {}): Phrase => ({
  find: new RegExp(`\\b${find}\\b`, 'g'),
  ...guards,
});

const stopping = any('stop quit cease discontinue halt end');

const english: readonly Phrase[] = [
  phrase(`${stopping} ${some('all the these this your with just ever')}${doing}`, { notBehind: otherStop }),
  phrase(`(?:you|u)(?: people| guys| all)? (?:wont|dont|never|cant|do not|will not) stop ${doing}`),
  phrase(`${stopping} ${whose}${things}`, { notBehind: otherStop }),
  phrase(
    `^${some('please pls plz ok just')}stop ${some('the these your')}(?:text|txt|msg|message|call|contact)`,
  ),
  phrase(`cancel ${some('all any the these your my future')}(?:texts|messages|calls|communications?|sms)`, {
    notBehind: negated,
  }),
  phrase(
    '(?:want|need|needs|like|told|tell|asked|ask|asking|telling|beg|begging) (?:you|u|yall)(?: guys| all)? to (?:please )?(?:stop|quit)(?! by| in| at)',
  ),
  phrase(
    '(?:you|u|yall)(?: guys| people| all)? (?:need|have|gotta|must|should|better)(?: to)? (?:please )?(?:stop|quit)(?! by| in| at)',
  ),
  phrase(
    '(?:can|could|would|will|cant|wont) (?:you|u|yall) (?:people |guys |all )?(?:please |just )*(?:stop|quit)(?: it| this| now| please| already)?$',
  ),
  phrase(
    '^stop (?:wrong|not interested|no|this is not|im not|i am not|i dont|i do not|i said|leave|take|remove|dont|do not)',
  ),
  phrase(
    `(?:dont|donot|do not|never|do nt) ${some('ever please even bother_to try_to you_dare')}(?:${act} (?:back to )?${person}|${act} (?:again|anymore|any more|ever)|(?:send|sent|write|reach out to|reach) (?:me|us)(?: any| any more| anything| another| these| more)* ?(?:again|anymore|anything|texts|messages|msgs|sms|emails))`,
    { notBehind: othersDoing, notAhead: aWhile },
  ),
  phrase(
    '(?:dont|donot|do not) (?:call|text|contact|message|solicit)(?: or (?:call|text|message|email|contact))*(?: please| pls| thanks)?$',
    {
      notBehind: /\b(?:you|u|they|he|she|we|i|people|why|if|who)$/,
    },
  ),
  phrase(`(?:dont|donot|do not) send ${some('me us')}${some('any more of these the your')}${things}`, {
    notBehind: othersDoing,
    notAhead: aWhile,
  }),
  phrase(
    `(?:can|could|would|will) (?:you|u) (?:please )?not (?:please )?${act}(?: ${person}| again| anymore|$)`,
    {
      notAhead: aWhile,
    },
  ),
  phrase(
    `(?:told|asked|said|please|prefer)(?: you| u| yall)?(?: guys)?(?: to)? not(?: to)? (?:be )?(?:${act}|${acted}|${doing})`,
    {
      notAhead: aWhile,
    },
  ),
  phrase(
    `(?:dont|do not|no longer|didnt|did not|never|not) (?:want|wish|need|like|care|wanna|asked? for|ask for|sign up for)(?: to)?(?: receive| get| have| be getting| keep getting| getting| receiving)? ${whose}${things}`,
    { notAhead: aWhile },
  ),
  phrase(
    `(?:dont|do not|no longer) (?:want|wish|need|like|wanna|care)(?: to)? (?:be|being|get|getting|keep being|keep getting) ${acted}`,
    {
      notAhead: aWhile,
    },
  ),
  phrase(
    `(?:dont|do not|no longer) (?:want|wish|need|like)(?: for)? (?:you|u|yall|anyone|anybody)(?: guys| people| all)? (?:to )?(?:keep |ever )?(?:${act}|${doing})`,
    { notAhead: aWhile },
  ),
  phrase(
    '(?:dont|do not|never) (?:want|wish|need|wanna|care)(?: to)? (?:hear|talk|speak)(?: anything)?(?: more)? (?:from|to|with) (?:you|u|yall|anyone|anybody|this)',
  ),
  phrase(`no (?:more|further) ${whose}(?:${things}|text|call|message|texting|calling|messaging)`, {
    notBehind: /\b(?:got|had|were|was|are|there|theres|have|received|saw)$/,
  }),
  phrase('^(?:please |pls |ok |hi |hello )*no more(?: please| pls| thanks| thank you)?$'),
  phrase(
    `^(?:please |pls |ok |hi |hello |hey )*no (?:${things}|text|call)(?: (?:or|and) (?:${things}))*(?: please| pls| thanks| thank you| ever| anymore)*$`,
  ),
  phrase('(?:unsubscribe|unsubscribed|unsub)', { notBehind: negated }),
  phrase('(?:opt|opting|opted) (?:me |us |my number )?out', { notBehind: negated }),
  phrase('optout', { notBehind: negated }),
  phrase(
    '(?:remove|delete|lose|erase|drop|forget|block) (?:me|us|(?:my|this|our|these)(?: cell| phone| mobile)? (?:number|numbers|name|info|information|contact|line))(?! (?:from|off|out of) (?:the |my |his |her |our )?(?:policy|plan|quote|application|account|meeting|do not call|dnc|national))',
    { notBehind: negated },
  ),
  phrase(
    '(?:take|get|keep) (?:me|us|(?:my|this|our)(?: cell| phone| mobile)? (?:number|name|info)) (?:off|out)(?: of)?(?: of)? (?!(?:the |your )?(?:national )?(?:do not|dnc|policy|plan|speaker))(?:this|your|ur|the|any|all|his|that)(?: \\w+){0,2} (?:list|lists|database|system|file|records|mailing)',
    { notBehind: negated },
  ),
  phrase('take (?:me|us|my number|my name|this number) off(?: please| now|$)', { notBehind: negated }),
  phrase(
    '(?:put|add|place|have) (?:me|us|my number|this number|this phone)(?: back)? (?:on|to|in) (?:\\w+ ){0,3}(?:do not|dont|no) (?:call|contact|text)',
  ),
  phrase(
    '(?:on|to) (?:the |a |your |my )?(?:national |federal |state )*(?:do not|dont|no) call(?: list| registry| register)?',
    {
      notBehind: /\b(?:not|never|no longer|arent|isnt)$/,
    },
  ),
  phrase('leave (?:me|us) (?:the \\w+ )?alone', { notBehind: negated }),
  phrase('^(?:please |just )*go away(?: please| now)?$'),
  phrase('(?:fuck|piss|screw|bug|buzz|f) off', { notBehind: negated }),
  phrase('cease and desist|cease (?:all )?(?:contact|communications?|calls|texts)'),
  phrase(
    '(?:revoke|revoking|withdraw|withdrawing|rescind) (?:my |any |all )*(?:prior )?(?:consent|permission|authorization)',
    {
      notBehind: negated,
    },
  ),
  phrase('(?:harassing|spamming) (?:me|us)|this is (?:harassment|spam)', { notBehind: negated }),
];

const llamar =
  any(`llame llames llamen llamar llamarme llamarnos escriba escribas escriban escribir escribirme mande
  mandes manden mandar mandarme envie envies envien enviar enviarme contacte contactes contacten contactar
  contactarme moleste molestes molesten molestar molestarme marque marques marquen textee textees texteen texteo
  textear hable hables hablen busque busquen insista insistan comunique comuniquen`);
const cosas = any('mensajes llamadas textos correos mensaje llamada publicidad spam sms contacto ofertas');

const spanish: readonly Phrase[] = [
  phrase(
    `(?:no|nunca|jamas) (?:mas )?${some('me nos le se a vuelva vuelvas vuelvan favor de por mas')}${llamar}`,
    {
      notAhead: paraUnRato,
    },
  ),
  phrase(
    `no (?:quiero|deseo|queremos|deseamos|necesito)(?: que)? ${some('me nos mas sus tus recibir tener seguir recibiendo de estas estos las los ya')}(?:${cosas}|${llamar})`,
    {
      notAhead: paraUnRato,
    },
  ),
  phrase(
    `(?:no|ni|ya no|basta de|paren los|paren las|detengan los|detengan las) (?:mas |un |una )*${cosas}(?: mas| por favor)?`,
  ),
  phrase(
    '(?:deja|deje|dejen|dejar|para|pare|paren|parar|basta) (?:ya )?de (?:llamar|molestar|escribir|textear|mandar|enviar|contactar|marcar|hostigar|acosar)(?:me|nos|le)?',
    {
      notBehind: /\bno$/,
    },
  ),
  phrase(
    '(?:deje|deja|dejen)(?:n)?(?:me|nos) (?:en paz|tranquil[oa]s?)|(?:dejame|dejeme|dejenme|dejennos) ya',
  ),
  phrase(
    '(?:quitenme|quiteme|quitame|quitenos|quitennos|saquenme|saqueme|sacame|saquennos|borrenme|borreme|borrame|eliminenme|elimineme|eliminame|remuevanme|remuevame|retirenme|retireme)',
    {
      notBehind: /\bno$/,
    },
  ),
  phrase(
    '(?:quite|quiten|quita|quitar|saque|saquen|saca|sacar|borre|borren|borra|borrar|elimine|eliminen|elimina|eliminar|remueva|remuevan|remover) (?:mi|este|nuestro) (?:numero|nombre|telefono|celular|informacion)',
    {
      notBehind: /\bno$/,
    },
  ),
  phrase('(?:darme|denme|deme|dame|dar|dado|darse) de baja', { notBehind: /\bno$/ }),
  phrase(
    `(?:cancelar|cancele|cancelen|cancela|detener|detenga|detengan) (?:mi |los |las |sus |todos |todas |la )*(?:${cosas}|suscripcion)`,
    {
      notBehind: /\bno (?:quiero )?$/,
    },
  ),
];

/** Every wording that likely ends contact; the version of the rules is to change with them. */
export const phrases: readonly Phrase[] = [...english, ...spanish];
