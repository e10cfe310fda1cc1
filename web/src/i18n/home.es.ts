import type { homeMessages } from './home.en.js';
import type { Translated } from './translated.js';

export const homeEs = {
  home: {
    title: 'Los 10 valores principales:',
    values: {
      v1: { name: 'Primero la familia', text: 'Venda la cobertura que necesitan, o ninguna.' },
      v2: { name: 'Siempre con permiso', text: 'Llame y escriba a quienes aceptaron, en su horario.' },
      v3: { name: 'Palabras sencillas', text: 'Si un cliente tiene que buscarlo, dígalo de otra forma.' },
      v4: { name: 'Escuchar más', text: 'Quien más habla debe ser el cliente.' },
      v5: { name: 'Un solo precio honesto', text: 'Muestre el más bajo que de verdad le convenga.' },
      v6: { name: 'Cumplir con la llamada', text: 'Una hora prometida es una hora cumplida.' },
      v7: { name: 'Anotarlo', text: 'Quien siga debe saber lo que usted sabe.' },
      v8: {
        name: 'Cuidar lo que nos cuentan',
        text: 'Los datos de salud y del banco se quedan en esta pantalla.',
      },
      v9: { name: 'Agradecer un no', text: 'A la primera, y para siempre.' },
      v10: { name: 'Ayudar al de al lado', text: 'Lo que le funcionó rinde más compartido.' },
    },
  },
} satisfies Translated<typeof homeMessages>;
