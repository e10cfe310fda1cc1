import type { carrierMessages } from './carriers.en.js';
import type { Translated } from './translated.js';

export const carrierPriceEs = {
  carrier: {
    title: 'Precios de aseguradoras',
    noPremium: 'Aún no hay precio: el más bajo será la prima.',
    choose: 'Aseguradora de este prospecto',
    name: 'Aseguradora',
    price: 'Precio mensual',
    priceOf: 'Precio de %{name}',
    wrongPrice: 'Hasta 4 dígitos, luego un punto y hasta 4 decimales',
    isPremium: 'Prima',
    onlyGi: 'Solo emisión garantizada',
    afterSale: 'Solo se puede cambiar después de la venta',
    info: 'Datos de la aseguradora',
    infoTitle: 'Datos de la aseguradora',
    infoText:
      'Lo que conviene saber antes de elegir. Las reglas cambian: consulte con la aseguradora antes de prometer algo.',
    website: '%{host}, el sitio web de %{name}',
    noInfo: 'No hay notas sobre esta aseguradora.',
  },
  application: {
    title: 'Portales de solicitud',
    text: 'Donde se solicita la póliza. Los enlaces se abren en una pestaña nueva.',
    opensAnew: '%{name}, se abre en una pestaña nueva',
    instructions: 'Instrucciones',
    none: 'No hay portales disponibles',
    noneText: 'Un administrador puede agregarlos en Listas.',
  },
} satisfies Translated<typeof carrierMessages>;
