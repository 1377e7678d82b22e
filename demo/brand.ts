/** A banksia flower: rows of a cone over two leaves. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<title>Banksia Community Care</title>
<path d="M24 46C12 44 5 36 3 25C13 27 21 34 24 46Z" fill="#0f6170"/>
<path d="M24 46C36 44 43 36 45 25C35 27 27 34 24 46Z" fill="#2b8a94"/>
<path d="M24 2C31 2 34 9 34 18C34 28 30 35 24 38C18 35 14 28 14 18C14 9 17 2 24 2Z" fill="#e8a33d"/>
<path d="M16.5 9.5H31.5M14.5 15.5H33.5M14.5 21.5H33.5M16 27.5H32M19 33H29" stroke="#b86a1e" stroke-width="2" stroke-linecap="round" stroke-dasharray="0.5 4"/>
</svg>
`

/** The name, the colour and the logo on the pages of the demo organisation. */
export const brand = {
  name: 'Banksia Community Care',
  colour: '#0f6170',
  logo: `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`,
}
