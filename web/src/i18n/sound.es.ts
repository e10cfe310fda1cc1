import type { soundMessages } from './sound.en.js';
import type { Translated } from './translated.js';

export const soundEs = {
  sound: {
    title: 'Sonido',
    subtitle: 'El micrófono y el altavoz para las llamadas en esta computadora',
    microphone: 'Micrófono',
    speaker: 'Altavoz',
    default: 'Predeterminado del navegador',
    level: 'Nivel del micrófono',
    speak: 'Hable: la barra se mueve con su voz.',
    heard: 'Su micrófono funciona.',
    noLevel: 'Este navegador no muestra el nivel.',
    asking: 'Permita que el navegador use su micrófono.',
    refused:
      'El navegador no puede usar su micrófono. Permítalo en la barra de direcciones y abra esto de nuevo.',
    missing: 'No se encontró un micrófono. Conecte un micrófono o unos audífonos.',
    test: 'Reproducir un sonido de prueba',
    testFailed: 'No se pudo reproducir el sonido en este altavoz',
    noChoice: 'Este navegador reproduce las llamadas en el altavoz del sistema.',
    notices: 'Avisos',
    noticesAre: {
      default:
        'Reciba un aviso de cada llamada pendiente mientras mira otra ventana, o ninguna está abierta.',
      granted: 'Activados: se le avisa de cada llamada pendiente mientras la aplicación está abierta.',
      pushed:
        'Activados: se le avisa de cada llamada pendiente en esta computadora, también con la aplicación cerrada.',
      denied: 'El navegador no puede mostrar avisos de esta página. Permítalos en la barra de direcciones.',
      none: 'Este navegador no tiene avisos.',
    },
    turnOn: 'Activar avisos',
    connection: 'Conexión',
    connectionText: 'Una breve llamada de prueba: usted escucha una frase y no suena el teléfono de nadie.',
    testConnection: 'Probar mi conexión',
    testing: 'Probando su conexión, unos diez segundos…',
    notInCall: 'No durante una llamada',
    notYet: 'Las llamadas aún se están cargando',
    verdict: {
      good: 'Su conexión es buena para llamadas.',
      usable: 'Su conexión sirve para llamadas, pero no es buena.',
      unusable: 'Su conexión no sirve para llamadas.',
    },
    trouble: {
      microphoneRefused:
        'El navegador no puede usar su micrófono. Permítalo en la barra de direcciones y pruebe de nuevo.',
      noMicrophone: 'No se encontró un micrófono. Conecte un micrófono o unos audífonos.',
      unreachable:
        'No hubo comunicación con el proveedor de telefonía. Revise su conexión a internet o pregunte si la bloquea un cortafuegos.',
      noSound:
        'No llegó ningún sonido. Es posible que lo bloquee un cortafuegos o una VPN: apague la VPN o pida que se permita UDP hacia el proveedor de telefonía.',
      loss: 'Se pierde %{loss}% del sonido. Use un cable en lugar de Wi-Fi o acérquese al enrutador.',
      jitter:
        'El sonido llega con variaciones de %{jitter} ms. Detenga las descargas y los videos en esta red o use un cable.',
      delay: 'El sonido tarda %{rtt} ms en ir y volver. Apague las VPN o use una conexión más rápida.',
      relayed:
        'El sonido da un rodeo por un repetidor (TURN), porque un cortafuegos cierra el camino directo.',
    },
    figures: 'Sonido %{mos} de 5 (MOS) · variación %{jitter} ms · pérdida %{loss}% · ida y vuelta %{rtt} ms',
    edge: 'por %{edge}',
    unusableBefore: 'Pruebe de nuevo en Configuración, Sonido.',
  },
} satisfies Translated<typeof soundMessages>;
