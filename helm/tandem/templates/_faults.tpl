{{/*
What is wrong with the values, as a list in JSON. The schema checks the form of each value; these checks need more than
one value, or apply outside development only.
*/}}
{{- define "tandem.faults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}

{{- if not $v.publicUrl -}}
{{- $faults = append $faults "publicUrl is empty. Set the address that browsers use, such as https://files.example.com" -}}
{{- else if and $v.trial.enabled (not (regexMatch "^http://(localhost|127\\.0\\.0\\.1):[0-9]+$" $v.publicUrl)) -}}
{{- $faults = append $faults "trial.enabled is true, but publicUrl is not a port on http://localhost. Accounts of a trial can be forged: it must not be reachable by others" -}}
{{- else if and (not $v.trial.enabled) (hasPrefix "http://" $v.publicUrl) -}}
{{- $faults = append $faults "publicUrl must begin with https://. Browsers encrypt and save files on secure origins only" -}}
{{- end -}}
{{- if $v.trial.enabled -}}
{{- if or $v.ingress.enabled $v.operators.gatewayApi -}}
{{- $faults = append $faults "trial.enabled is true, and so is a route (ingress.enabled or operators.gatewayApi). Accounts of a trial can be forged: it must not be reachable by others" -}}
{{- end -}}
{{- if $v.networkPolicy.enabled -}}
{{- $faults = append $faults "networkPolicy.enabled: the policies do not include what a trial bundles. Set false" -}}
{{- end -}}
{{- if $v.listenOnIpv6 -}}
{{- $faults = append $faults "listenOnIpv6: what a trial bundles listens on IPv4. Set false" -}}
{{- end -}}
{{- if eq $v.payments.provider "stripe" -}}
{{- $faults = append $faults "payments.provider: a trial has the stand-in of Stripe, or no payments. Set local or none" -}}
{{- end -}}
{{- else -}}
{{- range $key, $where := dict "projectId" "the project ID" "apiKey" "the web API key" "authDomain" "the domain of the sign-in page, such as <project>.firebaseapp.com" -}}
{{- if not (get $v.firebase $key) -}}
{{- $faults = append $faults (printf "firebase.%s is empty. Set %s from the settings of the Firebase project" $key $where) -}}
{{- end -}}
{{- end -}}
{{- if hasPrefix "demo-" $v.firebase.projectId -}}
{{- $faults = append $faults (printf "firebase.projectId: %s is a project of the Auth emulator, which exists in a trial only" $v.firebase.projectId) -}}
{{- end -}}
{{- if eq $v.payments.provider "local" -}}
{{- $faults = append $faults "payments.provider: local stands for the stand-in of Stripe, which accepts any card. It exists in a trial only" -}}
{{- else if and (eq $v.payments.provider "stripe") (not $v.payments.publishableKey) -}}
{{- $faults = append $faults "payments.publishableKey is empty. Set the publishable key (pk_…) of the Stripe account" -}}
{{- end -}}
{{- if not $v.secrets.MONGO_URL.name -}}
{{- $faults = append $faults "secrets.MONGO_URL.name is empty. Name the Secret with the addresses of the databases, one key per service" -}}
{{- end -}}
{{- if not (or $v.nats.address $v.secrets.NATS_URL.name) -}}
{{- $faults = append $faults "nats.address is empty. Set the address of the broker, or name the Secret with one address per service in secrets.NATS_URL.name" -}}
{{- end -}}
{{- range $variable, $ref := $v.secrets -}}
{{- if and (hasPrefix "STRIPE_" $variable) (not $ref.name) (eq $v.payments.provider "stripe") -}}
{{- $faults = append $faults (printf "secrets.%s.name is empty. Name the Secret that contains it" $variable) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if eq $v.payments.provider "none" -}}
{{- if $v.payments.publishableKey -}}
{{- $faults = append $faults "payments.publishableKey is set, but payments.provider is none" -}}
{{- end -}}
{{- range $variable, $ref := $v.secrets -}}
{{- if and (hasPrefix "STRIPE_" $variable) $ref.name -}}
{{- $faults = append $faults (printf "secrets.%s.name is set, but payments.provider is none" $variable) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $v.push.publicKey (not $v.secrets.VAPID_PRIVATE_KEY.name) -}}
{{- $faults = append $faults "push.publicKey is set, but secrets.VAPID_PRIVATE_KEY.name is empty. Name the Secret with the private key of the pair" -}}
{{- else if and $v.secrets.VAPID_PRIVATE_KEY.name (not $v.push.publicKey) -}}
{{- $faults = append $faults "secrets.VAPID_PRIVATE_KEY.name is set, but push.publicKey is empty. Set the public key of the pair" -}}
{{- end -}}
{{- if and $v.operators.gatewayApi (not $v.gatewayApi.parentRefs) -}}
{{- $faults = append $faults "gatewayApi.parentRefs is empty. Name the Gateway, or set operators.gatewayApi to false" -}}
{{- else if and $v.gatewayApi.parentRefs (not $v.operators.gatewayApi) -}}
{{- $faults = append $faults "gatewayApi.parentRefs names a Gateway, but operators.gatewayApi is false" -}}
{{- else if and $v.operators.gatewayApi $v.networkPolicy.enabled (eq (toJson $v.networkPolicy.ingressFrom) `[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"ingress-nginx"}}}]`) (not $v.trial.enabled) -}}
{{- $faults = append $faults "networkPolicy.ingressFrom is the default, the namespace of ingress-nginx, but operators.gatewayApi is true. Set it to the Gateway's pods, or to `anywhere`" -}}
{{- end -}}
{{- if and (eq ($v.trustProxyHops | int64) 0) (or $v.ingress.enabled $v.operators.gatewayApi) -}}
{{- $faults = append $faults (printf "trustProxyHops is 0, but %s is true. All clients would have the address of the controller and share one set of limits. Count the proxies, the controller included" (ternary "ingress.enabled" "operators.gatewayApi" $v.ingress.enabled)) -}}
{{- end -}}
{{- if and $v.operators.externalSecrets (not $v.externalSecrets.storeRef.name) -}}
{{- $faults = append $faults "externalSecrets.storeRef.name is empty. Name the store, or set operators.externalSecrets to false" -}}
{{- else if and $v.externalSecrets.secrets (not $v.operators.externalSecrets) -}}
{{- $faults = append $faults "externalSecrets.secrets lists Secrets, but operators.externalSecrets is false" -}}
{{- end -}}
{{- if and $v.peerTls.certManager.issuerRef.name (not $v.operators.certManager) -}}
{{- $faults = append $faults "peerTls.certManager.issuerRef names an issuer, but operators.certManager is false" -}}
{{- end -}}
{{- if and $v.nats.address $v.secrets.NATS_URL.name -}}
{{- $faults = append $faults "nats.address and secrets.NATS_URL.name are both set. Keep one: the release makes the users of the broker, or the Secret names them" -}}
{{- end -}}
{{- if and $v.operators.certManager $v.peerTls.secretName -}}
{{- $faults = append $faults "operators.certManager and peerTls.secretName are both set. Keep one: cert-manager issues the certificates, or you do" -}}
{{- end -}}
{{- range $private, $public := dict "ASSERTION_KEYS" "ASSERTION_PUBLIC_KEYS" "GRANT_KEYS" "GRANT_PUBLIC_KEYS" -}}
{{- if ne (empty (get $v.secrets $private).name) (empty (get $v.secrets $public).name) -}}
{{- $faults = append $faults (printf "secrets.%s and secrets.%s belong together. Name a Secret for both, or for neither" $private $public) -}}
{{- end -}}
{{- end -}}
{{- if and $v.operators.keda (not $v.autoscaling.enabled) -}}
{{- $faults = append $faults "operators.keda is true, but autoscaling.enabled is false" -}}
{{- end -}}
{{- toJson (concat $faults (include "tandem.formFaults" . | fromJsonArray) (include "tandem.serviceFaults" . | fromJsonArray)) -}}
{{- end -}}

{{/*
Values of the wrong form: what the processes refuse at their start, and the API server. The schema would answer with its
pattern. No value is repeated, because it may be a secret in the wrong place.
*/}}
{{- define "tandem.formFaults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- $defaultPort := "^(https:.*:443|http:.*:80)$" -}}
{{- $forms := list
  (list "publicUrl" "an address in lower case and without a path, such as https://files.example.com" "^(https?://[a-z0-9.-]+(:[1-9][0-9]*)?)?$" $v.publicUrl)
  (list "corsOrigins" "addresses in lower case, without a path and without the default port, such as https://files.example.com" "^https?://[a-z0-9.-]+(:[1-9][0-9]*)?$" $v.corsOrigins $defaultPort)
  (list "assetOrigin" "an address in lower case, without a path and without the default port, such as https://cdn.example.com" "^(https?://[a-z0-9.-]+(:[1-9][0-9]*)?)?$" $v.assetOrigin $defaultPort)
  (list "image.digests" "digests, such as sha256: and 64 hexadecimal digits" "^sha256:[0-9a-f]{64}$" (values $v.image.digests))
  (list "product.slug" "lower-case letters, digits and hyphens" "^[a-z0-9-]+$" $v.product.slug)
  (list "product.supportEmail" "an e-mail address" "^([A-Za-z0-9_'+-]+[.])*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*[.])+[A-Za-z]{2,}$" $v.product.supportEmail)
  (list "product.links.imprint" "an address that begins with https://" "^(https://[^ ]+)?$" $v.product.links.imprint)
  (list "product.links.status" "an address that begins with https://" "^(https://[^ ]+)?$" $v.product.links.status)
  (list "product.links.source" "an address that begins with https://" "^(https://[^ ]+)?$" $v.product.links.source)
  (list "product.links.securityContact" "a contact that begins with mailto: or https://" "^((mailto:|https://)[^ ]+)?$" $v.product.links.securityContact)
  (list "firebase.projectId" "the ID of the Firebase project: lower-case letters, digits and hyphens" "^([a-z0-9-]{4,40})?$" $v.firebase.projectId)
  (list "firebase.apiKey" "the web API key of Firebase, which contains no colon and no space" "^[^:[:space:]]*$" $v.firebase.apiKey)
  (list "payments.publishableKey" "the publishable key of Stripe, which begins with pk_. A secret key belongs in a Secret" "^(pk_.*)?$" $v.payments.publishableKey)
  (list "push.publicKey" "65 bytes in base64url, as npx web-push generate-vapid-keys prints them" "^([A-Za-z0-9_-]{87})?$" $v.push.publicKey)
  (list "push.subject" "a contact that begins with mailto: or https://" "^((mailto:|https://).+)?$" $v.push.subject)
  (list "turn.urls" "addresses such as turn:turn.example.com:3478?transport=udp" "^turns?:[][A-Za-z0-9_.:-]+([?]transport=(udp|tcp))?$" $v.turn.urls)
  (list "turn.stunUrls" "addresses such as stun:stun.example.com:3478" "^stuns?:[][A-Za-z0-9_.:-]+$" $v.turn.stunUrls)
  (list "nats.address" "one address without credentials, such as nats://nats.nats.svc:4222: clients learn the other servers from it" "^((nats|tls)://([A-Za-z0-9_.-]+|[[][0-9A-Fa-f:.]+[]])(:[0-9]{1,5})?/?([?][^#@]*)?)?$" $v.nats.address)
  (list "peerTls.secretName" "a name that contains $service, such as tandem-peer-$service" "^$|\\$service" $v.peerTls.secretName)
  (list "externalSecrets.refreshInterval" "a duration such as 1h or 30m" "^[0-9]+[smh]$" $v.externalSecrets.refreshInterval)
  (list "tracing.endpoint" "an address such as http://otel-collector.monitoring.svc:4318" "^(https?://.+)?$" $v.tracing.endpoint)
  (list "tracing.sampleRatio" "a text with a number from 0 to 1, such as \"0.1\"" "^(0([.][0-9]+)?|1([.]0+)?)$" $v.tracing.sampleRatio)
  (list "monitoring.interval" "a duration of at most 30s, such as 15s: the rules need four samples in two minutes" "^([1-9]|[12][0-9]|30)s$" $v.monitoring.interval)
  (list "autoscaling.prometheusUrl" "an address such as http://prometheus.monitoring.svc:9090" "^https?://" $v.autoscaling.prometheusUrl)
-}}
{{- range $forms -}}
{{- $key := index . 0 -}}
{{- $words := index . 1 -}}
{{- $form := index . 2 -}}
{{- $value := index . 3 -}}
{{- $except := "" -}}
{{- if gt (len .) 4 }}{{ $except = index . 4 }}{{ end -}}
{{- $isWrong := false -}}
{{- range ternary $value (list $value) (kindIs "slice" $value) -}}
{{- if kindIs "string" . }}{{ if or (not (regexMatch $form .)) (and $except (regexMatch $except .)) }}{{ $isWrong = true }}{{ end }}{{ end -}}
{{- end -}}
{{- if $isWrong }}{{ $faults = append $faults (printf "%s must be %s" $key $words) }}{{ end -}}
{{- end -}}
{{- toJson $faults -}}
{{- end -}}

{{- define "tandem.serviceFaults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- $topology := include "tandem.topology" . | fromYaml -}}
{{- /* Helm removes a service that is set to null. */ -}}
{{- range $name, $service := $topology.services -}}
{{- if and (ne $service.kind "static") (not (get $v.services $name)) -}}
{{- $faults = append $faults (printf "services.%s must not be null: the product needs it. Only web, whose files a CDN can serve, may be left out" $name) -}}
{{- end -}}
{{- end -}}
{{- range $name, $settings := $v.services -}}
{{- $service := get $topology.services $name -}}
{{- if not $service -}}
{{- $faults = append $faults (printf "services.%s: unknown service. The services are %s" $name (keys $topology.services | sortAlpha | join ", ")) -}}
{{- else if $settings -}}
{{- with $settings.autoscaling -}}
{{- if gt (.minReplicas | int64) (.maxReplicas | int64) -}}
{{- $faults = append $faults (printf "services.%s.autoscaling: minReplicas (%v) is greater than maxReplicas (%v)" $name .minReplicas .maxReplicas) -}}
{{- end -}}
{{- if and (eq $service.kind "ws") (not .connectionsPerPod) -}}
{{- $faults = append $faults (printf "services.%s.autoscaling.connectionsPerPod is empty. Signalling scales by sockets per pod" $name) -}}
{{- end -}}
{{- end -}}
{{- /* 25 s: the stop deadline of a process. */ -}}
{{- $grace := $settings.terminationGracePeriodSeconds | default $v.defaults.terminationGracePeriodSeconds | int64 -}}
{{- $preStop := $v.defaults.preStopSeconds | int64 -}}
{{- if le $grace (add $preStop 25) -}}
{{- $faults = append $faults (printf "services.%s: terminationGracePeriodSeconds (%d) must exceed preStopSeconds and the 25 s that a process may take to stop: %d + 25" $name $grace $preStop) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $faults -}}
{{- end -}}

{{/* Refuses values with faults, in one message. The template that Helm renders first includes it. */}}
{{- define "tandem.refuseFaults" -}}
{{- with include "tandem.faults" . | fromJsonArray -}}
{{- fail (printf "\n\nThe values cannot be installed:\n  - %s\n\nhelm/tandem/README.md describes each value." (join "\n  - " .)) -}}
{{- end -}}
{{- end -}}
