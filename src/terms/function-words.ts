/**
 * The little words of each language: what holds a sentence together and says nothing of what it is
 * about.
 *
 * Two uses: a question is not ranked by them (`stop-words.ts`), and they tell in which language a
 * text is (`language.ts`). Accents are left as they are written; whoever compares folds. `own` are
 * those by which a person speaks of themselves: they tell a language, but in a memory "my" tells
 * something.
 */

export interface FunctionWords {
  readonly stop: string
  readonly own?: string
}

export const FUNCTION_WORDS: Readonly<Record<string, FunctionWords>> = {
  en: {
    stop: `a an and are as at be been being but by can could did do does for from had has have he
      her him his how if in into is it its no not of on or she should so such than that the their
      them then there these they this those to too very was were what when where which who whom
      whose why will with would you your about am just dont doesnt didnt isnt arent wasnt werent
      cant couldnt wont wouldnt shouldnt hasnt havent hadnt`,
    own: 'i me my mine myself we us our ours',
  },
  de: {
    stop: `aber als also am an auch auf aus bei bin bis bist da damit dann das dass dem den denn
      der des die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen
      einer eines er es euch euer für gegen hab habe haben hat hatte hatten hier hinter ihm ihn
      ihnen ihr ihre ihrem ihren ihrer im in ist ja jede jeder jedes kann kein keine keinem keinen
      keiner können man mit muss nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen
      seiner sich sie sind so soll sowie über um und unter vom von vor wann war waren warum was weil
      welche welcher welches wenn wer werden wie wieder will wird wo wurde wurden zu zum zur
      zwischen`,
    own: 'ich mich mir mein meine meinem meinen meiner wir uns unser unsere',
  },
  fr: {
    stop: `à afin ai ainsi alors au aucun aussi autre aux avait avant avec avoir ça car ce ceci
      cela ces cet cette ceux chez comme comment d dans de depuis des donc dont du elle elles en
      entre est et étaient était été être eu fait il ils j l la le les leur leurs lors lui mais même
      n ne ni non on ont ou où par parce pas pendant peu peut plus pour pourquoi qu quand que quel
      quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur ta te tes toi ton
      tous tout toute toutes très tu un une vers vos votre vous y`,
    own: 'je me moi mon ma mes nous nos notre',
  },
  es: {
    stop: `a al algo alguna alguno ante antes aunque bajo como cómo con contra cual cuál cuando
      cuándo de del desde donde dónde durante e el él ella ellas ellos en entre era eran es esa esas
      ese eso esos esta está están estas este esto estos fue fueron ha había han hasta hay la las le
      les lo los más mientras muy ni no nos o os otra otro para pero por porque pues que qué quien
      quién se según ser si sí sido sin sobre son su sus también tan tanto te tiene todo todos tu
      tus un una unas uno unos y ya`,
    own: 'yo me mi mí mis mío nosotros nuestra nuestro nuestros',
  },
  it: {
    stop: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro
      cosa cui d da dagli dai dal dalla dalle degli dei del dell della delle dello di dove e è ed
      era erano essere fino fra gli ha hanno i il in la le lei li lo loro lui ma mentre negli nei
      nel nell nella nelle nello non o ogni perché per però più poi prima qual quale quali quando
      quanto quella quelle quelli quello questa queste questi questo qui se sei si sia siano sono
      sta stata stato su sua sue sugli sui sul sulla sulle suo suoi te ti tra tu tutti tutto un una
      uno vi`,
    own: 'io me mi mia mie miei mio noi nostra nostri nostro',
  },
  pt: {
    stop: `a à ao aos aquela aquele aquilo as às até com como da das de dela dele deles depois do
      dos e é ela elas ele eles em entre era eram essa esse esta está estão estas este estes eu foi
      foram há isso isto já lhe lhes lo mais mas mesmo muito na não nas nem no nos o onde os ou para
      pela pelas pelo pelos por porque qual quando que quê quem se seja sem ser será seu seus só
      sobre sua suas também tão te tem têm tinha tu um uma umas uns vai você vocês`,
    own: 'eu me mim meu meus minha minhas nós nossa nosso nossos',
  },
  nl: {
    stop: `aan al als altijd andere bij daar dan dat de der deze die dit doch doen door dus een en
      er ge geen had heb hebben heeft hem het hier hij hoe hun iemand iets in is ja je jij jullie
      kan kon kunnen maar meer men met moet na naar niet niets nog nu of om omdat onder ook op over
      reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat
      welke werd wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
    own: 'ik me mij mijn wij we ons onze',
  },
  sv: {
    stop: `alla att av blev bli blir då de dem den denna deras dess det detta dig din dina dit
      ditt du efter ej eller en er ett från för ha hade han hans har hennes henne hon honom hur här
      i icke ingen inom inte kan kunde man med mellan men mot mycket ni nu när någon något några och
      om på samma sedan sig sin sina sitta skulle som så sådan till under upp ut utan vad var vara
      varför varit vart vem vid vilka vilken vilket än är åt över`,
    own: 'jag mig min mina mitt vi oss vår våra vårt',
  },
  no: {
    stop: `alle at av begge ble blei bli blir både da de deg dem den denne der deres det dette di
      din disse ditt du eller en enn er et etter ett for fordi fra før ha hadde han hans har henne
      hennes her hun hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor i ikke ingen inn kan kom
      kunne man med mellom men mens mot når nå noe noen og også om opp oss over på samme seg selv
      sin sitt sine sitt skal skulle slik som så til um under ut uten var være vært ved vil ville`,
    own: 'jeg meg min mine mitt vi vår våre vårt',
  },
  da: {
    stop: `ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig
      din disse dog du efter eller en end er et for fordi fra før ham han hans har havde have hende
      hendes her hos hun hvad hvem hver hvis hvor hvordan hvorfor hvornår i ikke ind jer kan kunne
      man mange med meget mellem men mod når noget nogle nu og også om op over på selv sig sin sine
      sit skal skulle som sådan thi til ud under var vil ville være været`,
    own: 'jeg mig min mine mit vi os vor vore',
  },
  fi: {
    stop: `ei eikä ehkä eivät että hän hänen he heidän ja jo joka jolla jonka jos jossa jota jotka
      kanssa keitä ken kenen kesken kuin kuinka kuka kun koska koskaan mikä miksi milloin missä
      mistä mitä mitkä mukaan mutta myös ne niiden niin niitä noin nuo nyt ole olemme olen olet
      olette oli olivat olla olleet ollut on ovat pitkin se sekä sen sitä sinä sinun siinä siis
      sillä siitä tai tämä tämän tässä tätä te tuo vaan vai vaikka vain voi ylle`,
    own: 'minä minun minua minulla me meidän meillä',
  },
  ru: {
    stop: `а без бы был была были было быть в вам вас весь во вот все всё всех всего вы где да
      даже для до его ее её ей если есть еще ещё же за здесь и из или им их к как какая какой какие
      когда которая которые который кто ли либо между может на надо не него нее неё нет ни них но ну
      о об однако он она они оно от очень по под почему при про с со сам свой себя со так такой там
      тебя то тоже только том тот ту ты у уже хотя чего чем через что чтобы эта эти это этого этой
      этом этот`,
    own: 'я меня мне мной мой моя моё мои мы нас нам наш наша наши',
  },
  uk: {
    stop: `а або але без би був була були було бути в вас ви від вона вони воно все всі де для до
      дуже є же за з зі із і й його її їх та так такий також там те ти тим тільки то той треба у хто
      це цей ця ці цього цьому чи чому через що щоб як яка який які якщо коли між може на над не
      немає ні про при по під`,
    own: 'я мене мені мій моя моє мої ми нас нам наш наша наші',
  },
  bg: {
    stop: `а ако без беше бяха в вече все във ги го да до докато е едно един една за защо и из или
      има как какво какъв като кога кога което които който която къде ли между много може му на над
      най не него нея ни ние никой но няма от още по под при през с са само се си след съм със също
      така такъв там твой те тези ти това този тя тях той тук ще че`,
    own: 'аз мен ми мой моя мое мои нас нашия нашата',
  },
  sr: {
    stop: `а али без би бити био била било биле у у уз ће да до док его и из или иначе испод као
      када кад како кога који која које ли међу могу на над не него није ни ништа но њих њега о од
      он она они оно по под после пре при са само свој се си сам смо су сте та тај такође те то тога
      у за зато због што шта али ali bez bi biti bio bila bilo će da dok do i iz ili ispod iako jer
      je jesu kao kada kad kako koji koja koje li među na nad ne nego nije ništa no njih njega o od
      on ona oni ono po pod poslije posle prije pre sa samo svoj se sam smo su ste taj također
      takođe te to toga u za zato zbog što šta`,
    own: 'ја мене ми мој моја моје нас наш наша ja mene meni mi moj moja moje nas naš naša',
  },
  el: {
    stop: `αλλά αν αντί από αυτή αυτό αυτός αυτά αυτές αυτοί αυτού για γιατί δεν δε εάν είναι
      ειμαι εκεί ένα έναν ένας εν ενώ έχει έχουν η ή ήταν θα και κάθε κατά κι μα με μετά μέχρι μη
      μην μια μία να ο οι όμως όπως όταν ότι ου όπου παρά πιο ποια ποιος ποιο που πού προς πως πώς
      σαν σας σε στη στην στο στον στους στις στα τα τη την της τι τις το τον του τους των τώρα υπό
      ως όχι`,
    own: 'εγώ εμένα μου μας εμείς',
  },
  tr: {
    stop: `ama ancak artık asla aslında az bana bazı belki bile bir biraz birçok bu bunu bunun
      bunlar çok çünkü da daha de defa değil diye en fakat gibi göre hangi hem hep hepsi her hiç
      için ile ise işte kadar kez ki kim mı mi mu mü nasıl ne neden nerede nereye niçin niye o olan
      olarak oldu olduğu onlar onu onun sanki sen siz sonra şey şu tüm var ve veya ya yani yok`,
    own: 'ben beni benim biz bizi bizim',
  },
  ro: {
    stop: `a acea aceasta această acest acesta aceste acolo ai al ale am ar are aș așa atunci au
      avea ca că care când cât ce cel cele cine cu cum cum da dacă dar de decât deci din după ea ei
      el ele era este eu fi fie fiind fost iar în în într îi își la le lor lui mai mult nici nu o
      ori pe pentru prin până sa să sau se și si spre sub sunt te toate tot un una unde unei unui va
      vă voi`,
    own: 'eu mă mi mie meu mea mei mele noi ne nostru noastră',
  },
  hu: {
    stop: `a ahol aki ami amely amikor az azok azt aztán be csak de e egy egyik el elég és ez ezek
      ezért ezt fel ha hanem hogy hol hogyan ide ill ilyen is itt jó kell ki így lehet le legyen
      lesz lett majd már még meg mely melyek mert mi miért mikor milyen minden mint mit most nagy ne
      nem nincs olyan ott össze ő ők őket pedig s sem sok így tehát után utána úgy vagy van vannak
      vele volt voltak volna`,
    own: 'én engem nekem enyém mi minket nekünk',
  },
  id: {
    stop: `ada adalah akan antara apa apakah atas atau bagaimana bagi bahwa banyak beberapa belum
      bisa bukan dalam dan dapat dari dengan di dia di hanya harus hingga ia ini itu jika juga kapan
      karena ke kepada ketika lagi lain lebih maka mana masih mereka mengapa namun oleh pada para
      pernah saat sampai sangat saja sebagai sebuah secara sedang sehingga sejak semua seperti serta
      setelah siapa sudah tanpa telah tentang tersebut tetapi tidak untuk yang`,
    own: 'aku saya kami kita',
  },
  pl: {
    stop: `a aby ale albo ani bardzo bez bo być był była było były by co czy dla do gdy gdyby
      gdzie go i ich ile im inne iż ja jak jako je jego jej jest jeszcze jeśli już każdy kiedy kto
      która które który ku lub ma mają może na nad nie nic niż o od on ona one oni oraz po pod
      ponieważ poza przed przez przy są się ta tak także tam te tego tej temu ten to tu ty tych
      tylko tym u w we więc wszystko z za ze że żeby`,
    own: 'ja mnie mi mój moja moje my nas nam nasz nasza nasze',
  },
  cs: {
    stop: `a aby ale ani asi až bez bude budou by byl byla byli bylo být co což či do ho i jak
      jako je jeho jej její jejich jen ještě jestli jsem jsi jsme jsou k kam kde kdo kdy když která
      které který ku má máme mezi na nad nebo není než nic o od on ona oni ono pak po pod podle
      pokud pro proč proto protože před přes při s se si sice tak také tam te tedy ten tento této
      tím to toho tom tu tuto ty u už v ve však vy z za ze že`,
    own: 'já mě mně mi můj moje má my nás nám náš naše',
  },
  lt: {
    stop: `ant apie ar arba aš be bei bet buvo būti dar dėl iki ir iš į ja jau jei jie jis ji jo
      jos jų jų kad kaip kai kas kiek kol kur kuri kurie kuris labai nei nes net ne nėra nuo o pagal
      per po prie pro savo su ta tai taip tarp tas tie tik to todėl tuo tuos už yra`,
    own: 'aš mane man mano mes mus mums mūsų',
  },
  ar: {
    stop: `في من على إلى عن مع أن إن كان كانت هو هي هم هذا هذه ذلك تلك التي الذي الذين ما ماذا لا
      لم لن قد كل بعد قبل بين عند حتى أو ثم إذا كما لكن ليس متى أين كيف لماذا هل أي به بها له لها
      فيه فيها`,
    own: 'أنا نحن لي لنا',
  },
  hi: {
    stop: `का की के में है हैं और से को पर यह वह वे ये था थे थी ने भी नहीं तो ही कि जो हो इस उस इन
      उन एक लिए साथ क्या कौन कब कहाँ कैसे क्यों अपने अपना अपनी या कर करने किया गया जा रहा रहे रही तक
      बाद कुछ`,
    own: 'मैं मुझे मेरा मेरी मेरे हम हमें हमारा हमारे',
  },
}
