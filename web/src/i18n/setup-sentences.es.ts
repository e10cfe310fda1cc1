/** What the server says to admins who set the floor up, by the English sentence; `{}` stands for what differs each time. */
export const setupSentenceEs: Readonly<Record<string, string>> = {
  // The carrier's account.
  'Carrier account updated': 'Cuenta del operador actualizada',
  'The carrier account could not be read: {}.': 'No se pudo leer la cuenta del operador: {}.',
  'The carrier account is a trial: it calls and texts verified numbers only.':
    'La cuenta del operador es de prueba: solo llama y escribe a números verificados.',
  'The carrier account is {}: no call and no text goes through.':
    'La cuenta del operador está {}: no pasa ninguna llamada ni mensaje.',
  'Calls are not signed (SHAKEN/STIR): phones may show them as spam, and fewer are answered.':
    'Las llamadas no están firmadas (SHAKEN/STIR): los teléfonos pueden mostrarlas como spam y se contestan menos.',
  'Calls from {} are not signed: phones may show them as spam.':
    'Las llamadas desde {} no están firmadas: los teléfonos pueden mostrarlas como spam.',
  'Calls are signed with the highest attestation.': 'Las llamadas se firman con la atestación más alta.',
  'The trust product that signs calls is still being reviewed.':
    'El producto de confianza que firma las llamadas sigue en revisión.',
  'Create it in the carrier’s console, under Trust Hub, SHAKEN/STIR, and assign the numbers.':
    'Créelo en la consola del operador, en Trust Hub, SHAKEN/STIR, y asigne los números.',
  'Calls from browsers do not reach this installation.':
    'Las llamadas de los navegadores no llegan a esta instalación.',
  'Calls to {} do not reach this installation.': 'Las llamadas a {} no llegan a esta instalación.',
  'Calls to {} go to a SIP trunk, and not to this installation.':
    'Las llamadas a {} van a un troncal SIP y no a esta instalación.',
  'Create a Standard API key in the carrier’s console, set TWILIO_API_KEY and TWILIO_API_SECRET, and restart.':
    'Cree una clave de API estándar en la consola del operador, fije TWILIO_API_KEY y TWILIO_API_SECRET y reinicie.',
  'The account has no such API key: no browser can place or take calls.':
    'La cuenta no tiene esa clave de API: ningún navegador puede hacer ni recibir llamadas.',
  'The secret of the API key is wrong: no browser can place or take calls.':
    'El secreto de la clave de API es incorrecto: ningún navegador puede hacer ni recibir llamadas.',
  'The account has no TwiML application {}: no browser can place calls.':
    'La cuenta no tiene la aplicación TwiML {}: ningún navegador puede hacer llamadas.',
  'The application reports every call to {}, which is nothing of ours.':
    'La aplicación informa cada llamada a {}, que no es nuestro.',
  'If this installation does not answer, an agent’s call ends without a word.':
    'Si esta instalación no responde, la llamada de un agente termina sin una palabra.',
  'If this installation does not answer at once, callers of {} hear nothing, and texts are lost.':
    'Si esta instalación no responde enseguida, quienes llaman a {} no oyen nada y los mensajes se pierden.',
  'Nothing answers at {}.': 'Nada responde en {}.',
  '{} does not lead to this installation: it answered {}.': '{} no lleva a esta instalación: respondió {}.',
  'The account may not call the United States.': 'La cuenta no puede llamar a Estados Unidos.',
  'The account may call {}, which this product never does: whoever gets at the credentials could.':
    'La cuenta puede llamar a {}, cosa que este producto nunca hace: quien obtenga las credenciales podría.',
  'Numbers known for toll fraud may be called in {}.':
    'Se puede llamar a números conocidos por fraude telefónico en {}.',
  'The account has no phone numbers.': 'La cuenta no tiene números de teléfono.',
  'There is no default number: users and states without one cannot place calls.':
    'No hay número predeterminado: los usuarios y estados sin número no pueden hacer llamadas.',
  'The numbers of agents and states were not compared: this installation does not run.':
    'No se compararon los números de agentes y estados: esta instalación no está en marcha.',
  '{} is not in the carrier account: no call can be placed from it.':
    '{} no está en la cuenta del operador: no se puede llamar desde él.',
  '{}, of {}, are not in the carrier account: no call can be placed from them.':
    '{}, de {}, no están en la cuenta del operador: no se puede llamar desde ellos.',
  '{} cannot be used for calls.': '{} no sirve para llamadas.',
  '{} can neither send nor receive texts.': '{} no puede enviar ni recibir mensajes.',
  '{} cannot text: the Messaging Service does not have them.':
    '{} no puede escribir: no está en el servicio de mensajería.',
  '{} cannot text: toll-free numbers must be verified first.':
    '{} no puede escribir: los números gratuitos deben verificarse antes.',
  'The verification of {} is still being reviewed: until then its texts are refused.':
    'La verificación de {} sigue en revisión: hasta entonces se rechazan sus mensajes.',
  'There is no Messaging Service: US carriers take texts from local numbers through a registered one alone.':
    'No hay servicio de mensajería: los operadores de EE. UU. solo aceptan mensajes de números locales por uno registrado.',
  'The account has no Messaging Service {}: every text fails.':
    'La cuenta no tiene el servicio de mensajería {}: fallan todos los mensajes.',
  'Texts do not go through the Messaging Service {} yet.':
    'Los mensajes aún no pasan por el servicio de mensajería {}.',
  'Texts to the numbers of the Messaging Service, STOP among them, do not reach this installation.':
    'Los mensajes a los números del servicio de mensajería, STOP entre ellos, no llegan a esta instalación.',
  'Texts to {}, STOP among them, do not reach this installation.':
    'Los mensajes a {}, STOP entre ellos, no llegan a esta instalación.',
  'The Messaging Service reports texts to {}, which is nothing of ours.':
    'El servicio de mensajería informa los mensajes a {}, que no es nuestro.',
  'No brand is registered: US carriers refuse every text from local numbers.':
    'No hay marca registrada: los operadores de EE. UU. rechazan todo mensaje de números locales.',
  'The brand is still being reviewed: until then US carriers refuse texts from local numbers.':
    'La marca sigue en revisión: hasta entonces los operadores de EE. UU. rechazan mensajes de números locales.',
  'The brand was refused or suspended: US carriers refuse every text from local numbers.':
    'La marca fue rechazada o suspendida: los operadores de EE. UU. rechazan todo mensaje de números locales.',
  'The Messaging Service has no campaign: US carriers refuse every text from local numbers.':
    'El servicio de mensajería no tiene campaña: los operadores de EE. UU. rechazan todo mensaje de números locales.',
  'The campaign could not be checked: {}.': 'No se pudo comprobar la campaña: {}.',
  'The campaign is still being reviewed: until then US carriers refuse texts from local numbers.':
    'La campaña sigue en revisión: hasta entonces los operadores de EE. UU. rechazan mensajes de números locales.',
  'The campaign was refused or suspended: US carriers refuse every text from local numbers.':
    'La campaña fue rechazada o suspendida: los operadores de EE. UU. rechazan todo mensaje de números locales.',
  'Register in the carrier’s console, under Messaging, Regulatory compliance, A2P 10DLC.':
    'Regístrela en la consola del operador, en Messaging, Regulatory compliance, A2P 10DLC.',
  '{} could not be checked: {}.': 'No se pudo comprobar {}: {}.',
  // Numbers and people.
  'Calls are placed from it ({}): choose another number there first':
    'Se llama desde él ({}): elija antes otro número allí',
  'Only a resting number has such a day': 'Solo un número en descanso tiene ese día',
  'The agent e-mail is empty': 'El correo del agente está vacío',
  'Only agents and guides can be created here': 'Aquí solo se pueden crear agentes y guías',
  'States can be chosen for agents but not for guides':
    'Se pueden elegir estados para agentes, no para guías',
  'Only for going offline': 'Solo para desconectarse',
  'The leads of this user are changing too fast': 'Los prospectos de este usuario cambian demasiado rápido',
  // Licences.
  'No agent has the e-mail {}': 'Ningún agente tiene el correo {}',
  'Line must be life or health: {}': 'El ramo debe ser vida o salud: {}',
  'Not a date: {} (from)': 'No es una fecha: {} (desde)',
  'Not a date: {} (until)': 'No es una fecha: {} (hasta)',
  'Not a state: {}': 'No es un estado: {}',
  'The licence number is too long': 'El número de licencia es demasiado largo',
  'The proof is too long': 'El comprobante es demasiado largo',
  'The same licence as line {}': 'La misma licencia que la línea {}',
  'This agent already has a licence for this state and line':
    'Este agente ya tiene una licencia para este estado y ramo',
  '{} licence saved': '{} licencia guardada',
  '{} licences saved': '{} licencias guardadas',
  'This is no CSV file: a quote is not closed': 'No es un archivo CSV: hay una comilla sin cerrar',
  // Rules, lists, certificates, privacy.
  'Someone else has just added a rule for this state':
    'Otra persona acaba de agregar una regla para este estado',
  'This list is not in force': 'Esta lista no está en vigor',
  'The file has no phone numbers': 'El archivo no tiene números de teléfono',
  'List saved': 'Lista guardada',
  'Evidence pack: {}': 'Expediente de pruebas: {}',
  'It answered {}': 'Respondió {}',
  'It could not be reached': 'No se pudo contactar',
  'Its answer could not be read': 'No se pudo leer su respuesta',
  'Must not be before the first day': 'No puede ser anterior al primer día',
  'One of these leads no longer exists, please search again':
    'Uno de estos prospectos ya no existe; busque de nuevo',
  'Asked for erasure': 'Pidió la eliminación',
  'Not all services have reported yet': 'Aún no han respondido todos los servicios',
  'The lead was deleted': 'El prospecto fue eliminado',
  'Stays closed': 'Sigue cerrado',
  'Taken in': 'Recibido',
  'Passed on': 'Transmitido',
  'Nothing to change': 'Nada que cambiar',
  // Hours and closed days.
  'Monday to Saturday {}': 'Lunes a sábado {}',
  '1st {} of {}': 'Primer {} de {}',
  '2nd {} of {}': 'Segundo {} de {}',
  '3rd {} of {}': 'Tercer {} de {}',
  '4th {} of {}': 'Cuarto {} de {}',
  'Last {} of {}': 'Último {} de {}',
  'January {} of every year': 'Cada {} de enero',
  'February {} of every year': 'Cada {} de febrero',
  'March {} of every year': 'Cada {} de marzo',
  'April {} of every year': 'Cada {} de abril',
  'May {} of every year': 'Cada {} de mayo',
  'June {} of every year': 'Cada {} de junio',
  'July {} of every year': 'Cada {} de julio',
  'August {} of every year': 'Cada {} de agosto',
  'September {} of every year': 'Cada {} de septiembre',
  'October {} of every year': 'Cada {} de octubre',
  'November {} of every year': 'Cada {} de noviembre',
  'December {} of every year': 'Cada {} de diciembre',
  // Retention.
  'Such leads, with their texts, e-mails, calls, notes and consents':
    'Esos prospectos, con sus mensajes, correos, llamadas, notas y consentimientos',
  'Leads that were no sale of health insurance, with their texts, e-mails, calls, recordings, voicemails, notes and consents; contact decisions':
    'Prospectos que no fueron venta de seguro de salud, con sus mensajes, correos, llamadas, grabaciones, mensajes de voz, notas y consentimientos; decisiones de contacto',
  'Recordings and voicemails of such leads, with their transcripts. Set 10 years if you enrol by phone':
    'Grabaciones y mensajes de voz de esos prospectos, con sus transcripciones. Fije 10 años si inscribe por teléfono',
  'Audio of recordings and voicemails of leads that became a sale of health insurance. Set 10 years if you enrol by phone':
    'Audio de grabaciones y mensajes de voz de prospectos que fueron venta de seguro de salud. Fije 10 años si inscribe por teléfono',
  'Numbers and e-mails that are not to be contacted, with who asked and when':
    'Números y correos que no se deben contactar, con quién lo pidió y cuándo',
  // Integrators.
  'An address ends before the #': 'La dirección termina antes de #',
  'An address has no user and no password in it': 'La dirección no lleva usuario ni contraseña',
  'This address is not on the internet': 'Esta dirección no está en internet',
  'The end is before the beginning': 'El final es anterior al comienzo',
  'There can be {} API keys at most': 'Puede haber {} claves de API como máximo',
  '{} is not a network such as 203.0.113.0/24': '{} no es una red como 203.0.113.0/24',
  'API key withdrawn': 'Clave de API revocada',
  'There can be {} identity providers at most': 'Puede haber {} proveedores de identidad como máximo',
  'This text is already on another button': 'Este texto ya está en otro botón',
  'Enter at least one domain': 'Ingrese al menos un dominio',
  'Enter the client secret for the new issuer': 'Ingrese el secreto de cliente para el emisor nuevo',
  '{} is not a domain like example.com': '{} no es un dominio como example.com',
  '{} is listed twice': '{} aparece dos veces',
  '{} is not such a value': '{} no es un valor de este tipo',
  'There can be {} webhooks at most': 'Puede haber {} webhooks como máximo',
  'This webhook is switched off': 'Este webhook está desactivado',
  'The connection failed': 'La conexión falló',
  'No answer within {} seconds': 'Sin respuesta en {} segundos',
  '{}, redirects are not followed': '{}, no se siguen redirecciones',
  'This id was already used for another lead, please send a new id':
    'Este identificador ya se usó para otro prospecto; envíe uno nuevo',
  'This key is not valid for this source': 'Esta clave no es válida para este origen',
  '{} created': 'Creado: {}',
  '{} deleted': 'Eliminado: {}',
  '{} saved': 'Guardado: {}',
};
