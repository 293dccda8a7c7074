/**
 * Long passwords from lists of stolen ones, in lower case, letters and digits only. Repetitions and keyboard sequences
 * are detected by passwordRules.ts itself.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...['passwordpassword1', 'password12345678', 'password123456789', 'password1234567890', 'mypassword12345'],
  ...['thisismypassword', 'thisisapassword', 'thisismypassword1', 'mysecretpassword', 'secretpassword123'],
  ...['mysuperpassword', 'superpassword123', 'newpassword12345', 'adminpassword123', 'rootpassword1234'],
  ...['administrator123', 'administrator1234', 'administratoradmin', 'adminadminadmin1', 'changeme12345678'],
  ...['changemeplease123', 'pleasechangeme123', 'letmeinplease123', 'welcome123456789', 'welcome1234567890'],
  ...['welcometothejungle', 'iloveyouforever', 'iloveyousomuch1', 'iloveyousomuch123', 'iloveyou12345678'],
  ...[
    'iloveyou123456789',
    'ilovemyfamily123',
    'idontknowmypassword',
    'iforgotmypassword',
    'nopasswordneeded',
  ],
  ...['correcthorsebatterystaple', 'thequickbrownfox', 'thequickbrownfoxjumps', 'maytheforcebewithyou'],
  ...['thequickbrownfoxjumpsoverthelazydog', 'tobeornottobethatisthequestion', 'tobeornottobe123'],
  ...['supercalifragilisticexpialidocious', 'spongebobsquarepants', 'manchesterunited', 'manchesterunited1'],
  ...[
    'liverpoolfootballclub',
    'youwillneverwalkalone',
    'onceuponatime123',
    'opensesame123456',
    'christopher12345',
  ],
  ...[
    'qwertyuiop12345',
    'qwertyuiop123456',
    'qwertyuiop123456789',
    'qwertyuiop1234567890',
    'qwerty123456789',
  ],
  ...[
    'qwerty1234567890',
    '123456789qwertyuiop',
    '1234567890qwertyuiop',
    '1234567890qwerty',
    '123456789qwerty',
  ],
  ...['asdfghjkl123456', 'asdfghjkl123456789', 'zxcvbnm123456789', 'abcdefg12345678', 'abcdefgh12345678'],
  ...['abc123abc123abc', 'a1b2c3d4e5f6g7h8', '1a2b3c4d5e6f7g8h', '1q2w3e4r5t6y7u8', '1q2w3e4r5t6y7u8i'],
  ...[
    '1q2w3e4r5t6y7u8i9o0p',
    '1qaz2wsx3edc4rfv',
    '1qaz2wsx3edc4rfv5tgb',
    'zaq12wsxcde34rfv',
    'qazwsxedcrfvtgb',
  ],
  ...[
    'qazwsxedcrfvtgbyhnujm',
    'q1w2e3r4t5y6u7i8',
    'q1w2e3r4t5y6u7i8o9p0',
    '123qweasdzxc123',
    'naturalgasbroker',
  ],
])

/** Words that are guessed first, with digits before or after them; in normalized form. */
export const commonWords: ReadonlySet<string> = new Set([
  ...['password', 'passwords', 'mypassword', 'newpassword', 'secretpassword', 'passphrase', 'mysecret'],
  ...['administrator', 'default', 'testing', 'company', 'welcome', 'changeme', 'letmein', 'opensesame'],
  ...['iloveyou', 'trustno', 'whatever', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefg', 'abcdefgh'],
  ...['sunshine', 'princess', 'football', 'baseball', 'superman', 'starwars', 'michael', 'christmas'],
])
