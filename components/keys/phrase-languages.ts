/** Places that words fall on. */
const places = 3072

/**
 * For each list of BIP-39 in Latin letters but the English one, a bit for each place that one of its words falls on, in
 * base64. Half of the places are taken, so that twelve words of another list hardly ever fall on taken ones alone. The
 * test makes them from the lists.
 */
export const listBits: Readonly<Record<string, string>> = {
  cs: 'lT3xruIplg5Le2onlSSjBav+7r6R62LYdJlxjY+vtAFUlNhI76kJFpydGopsB8LowOFfeKBsGhJMKB4jyN5Hx99ULsYm4umQHjo5seYGQ0CZx4l87xGGSbSC+HXSKN7E8K7NW+Gi5VoM90ryk/ksZrImBUveiBL20jnPCCOL4Z0x/Ipg+iMjgK5suZUOkDLJoJEGJE9vGAa/Fw18FjsEa07q4Yf8NAyMJVwZ26jfSla7nuEopf/rROci3WiWp1AupR3so+q2rC8sJLwICjtiOOVelNx6VXT9R3tI/XqrZaTfrYAUk6JShuaXham8blOPoJ4GpLMXlPBiVY07bPABCVRFCJ1/UT5JGEoL2Ok6vREwfK7CKOuywEZk1JB9Kfdf53ALaJCdl8MBkQzrqw6KRFOwiQf8WjtOgB+SBxlAA+PRGlPnh2j5JtBP+dGP9RCH089JE7wMPk5z1kZLme7pPO+EWOHxUQ3gria/00jDDtiOc+knxpSxkZJW+AmbfkTv',
  es: 'shgzczAWKmk3MpYVjX6qTlYRlbGaNrokU8zXeuqA5FvKkQhc4EezqfQk++8WkWmmt7pblhI3yk1skshILJbjqnM1eP98eJ1rEd47LCzUN8wFVxNp8lzMFBi79/fMrbRgUP042ofzQRaGcNPFw5Z/9slrca6pA5YHEcxcDx4lq0SL807rmFosnBGKR8IjupPkEg04eJa19RRNMUeYVoZI3DdRhmPQJ82EOSc7ucnMeEhu0ewfwt3qlPjFnKfLcjha51mYm+4MiI6YdCuUxaA7p3FFGgWnnhK/2+ezhOIEj65Zi+zrLEAiGOsWcuNboZR4Y3Y7nMYaSV6VyX5RY7zwaj1dDSwhLdGjRtUcqNeuWzagfUu6wXCvKqs2zxJui3c/aK3CVLAhKiJ3anhONCh4DqOgknnOM7GehC+jgjvDuBko2qIF8MM8Af7r4GMaQnxGV6MZeBWl3TRO9SEb2RzqPjG53SqgCTb8OdnMSfSiMCNAv7FOiRJMtOJsURHy5oWf',
  fr: '49xLyIB7UqJZrKFtkIjPaY9SNagiCUa0YuyCbTdWUGxYEKbYs6TO2eJ/3EMs4I4lIfpd/wIg0CwoPRnhschMmmrRHuTQYt0VXXJcue4O27TYISDpHFFtxP8+JM45lZpxkohvk2YI8PEJ9BBBTfNhgDeo8VUgXPpIIUSst1Wqf9i499W62nfyHelRNsKi4m7ECHZyBfL+P4rDfbsHD9Bk59XPP7WR4eL6rfqMuwAD6hYjHycTwb9b9QLS0197bG7DEKLYSy7+NElBtXMT4l3HVH0EASgUv0BHcnXbWMH/6CMZvJEPDnxIQm8drfNLJXNEf3oYkS1gZXTZ8zDcFig2XZdJllC7L1P8LA4rh+XU/mSPGOA1TGuf5A0lwV/Amtv7kQDFcKT+SH8sEPFrR/EcLwMkqgstuXRGWCkB4MT5DwIFQzubQs9kg5+ZqgYQbLhMiidfo4h8wluIxj6sIJKHAhWf08pI3NvlXhb5l5vwTtzUFab3om3q/07fEb2yQZtM',
  it: '9D1asOYTYw6p3F1zl0+WmJ7fFPQxICi6/lbsWBM13z7CLpTPUgarPUEylO+8yso9gwMW4h27QWOmgHERLYuT7bukFWSmzxsc9qKwTRxkQLDjgbHl9LDAJqiV8vDob82kr5baiC41JM7gOVLlK3aBZOGjV8U96IQ+ZhiHl9r5OKPL6VJXM9yCElhrU3sT4diKy3mMygaeEbVrfS74bEJVTMqM76FS2RYPyv/nXBOFT2R+elfoO3VzMJ9rQ5wJGKE1KtteBRaZAZ8sfRE17sEFv+N+1P4hnaro9Qkx7x891qWObtCqvMskwUjmlLMvmsGAG+ybSZ5Ly/liZzGeEPUyogMDSyJZRCy4MhI5wzYWvkS62YOZybjWVSDfToWTnW911VutmLiIkzithAUMKf0mbN7rz5e8A32gZyxktfyBI+E4YsR4vOCWZV8RI14QukQCBWkrSGOUMLdKUQdoclGDMeI5sMFWBitKqHbhDjtIBXjRACxUAUmWx/wSxjGTJoio',
  pt: 'CzIAHU4KOP1dWPSCdrvXCvGNtMazYaKsqNDCryqXvSoIS52tR0NWRmistNCQ4LpTKI2CntU4tIWH5ECzvRB7qv3kBamgAcC+OroXQv/Yswrseo1d9hh1mrv4laVhRlk+6zCSEjYWbiC62BYHt7s5zHnkqjoBXYB0IcjAKq4en1Op96pAHnSPzfnUsMP5qyedQmvWL/QFStGbWlQHtY8hH0GQj0ShiJyLPnWUJ7ADa2LtQYNVXh0Vm3IV5WWKVpXQ2hdozi9CwVscyboOVMtYDMuqiCzXbh4fns0MQVpYXzI2wd9hHKwLpR5l3TaPlqN+YOKb0MP8BQfNq9AgODBQLZ9iAhNpzf6f0aIHUDXwUlPuZC+IE5u3xO//5dEmmpDER4XRhEGGcoodzb20fJLWnyU3ediGgA8XfLvjyttTDviFVkasLKCaLXYMuXRlLuo66xdcB46cA/LGqHnDEgGzoZVm9qy/SihRPQKDXzMN/xG5qVUZF9iiuqft7EVm1arJ',
}

/** @returns where a word falls, of its letters in NFKD */
export function placeOf(word: string): number {
  let sum = 0
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003
  return sum % places
}

/** @returns the tag of the one language whose list may have all these words; `null` for none and for several */
export function languageOf(words: readonly string[]): string | null {
  const [language = null, ...others] = Object.keys(listBits).filter(tag => {
    const bits = atob(listBits[tag] ?? '')
    return words.every(word => (bits.charCodeAt(placeOf(word) >> 3) >> (placeOf(word) & 7)) & 1)
  })
  return others.length === 0 ? language : null
}
