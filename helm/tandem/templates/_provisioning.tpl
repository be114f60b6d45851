{{/* The variables whose Secrets the release can make, and how. */}}
{{- define "tandem.keyRecipes" -}}
ASSERTION_KEYS: { kind: keyring }
ASSERTION_PUBLIC_KEYS: { kind: public-keys, of: ASSERTION_KEYS }
GRANT_KEYS: { kind: keyring }
GRANT_PUBLIC_KEYS: { kind: public-keys, of: GRANT_KEYS }
SHARE_PASSWORD_KEYS: { kind: keyring }
AUDIT_KEYS: { kind: keyring }
TURN_SECRETS: { kind: secret }
{{- end -}}

{{/* The Secret of a variable; empty when it has to be named. (dict "root" $ "var" "GRANT_KEYS") */}}
{{- define "tandem.secretName" -}}
{{- $ref := get .root.Values.secrets .var -}}
{{- if and $ref $ref.name -}}
{{- $ref.name -}}
{{- else if hasKey (include "tandem.keyRecipes" . | fromYaml) .var -}}
{{- printf "%s-keys" (include "tandem.fullname" .root) -}}
{{- else if and (eq .var "NATS_URL") (include "tandem.natsAddress" .root) -}}
{{- printf "%s-nats" (include "tandem.fullname" .root) -}}
{{- else if and .root.Values.trial.enabled (eq .var "MONGO_URL") -}}
{{- printf "%s-mongo" (include "tandem.fullname" .root) -}}
{{- else if and .root.Values.trial.enabled (hasPrefix "STRIPE_" .var) -}}
{{- printf "%s-stripe" (include "tandem.fullname" .root) -}}
{{- end -}}
{{- end -}}

{{/* Whether the release makes the certificates of its services itself. */}}
{{- define "tandem.issuesCertificates" -}}
{{- if not (or .Values.peerTls.secretName .Values.operators.certManager) }}true{{ end -}}
{{- end -}}

{{/* The manifest of the provisioning Job (services/_kit/src/provision), as JSON. */}}
{{- define "tandem.provisioned" -}}
{{- $root := . -}}
{{- $secrets := dict -}}
{{- $keys := dict -}}
{{- range $var, $recipe := include "tandem.keyRecipes" . | fromYaml -}}
{{- if not (get $root.Values.secrets $var).name -}}
{{- $_ := set $keys (get $root.Values.secrets $var).key $recipe -}}
{{- end -}}
{{- end -}}
{{- if $keys -}}
{{- $_ := set $secrets (printf "%s-keys" (include "tandem.fullname" .)) $keys -}}
{{- end -}}
{{- if .Values.trial.enabled -}}
{{- $addresses := dict -}}
{{- range $name, $svc := include "tandem.services" . | fromJson -}}
{{- if has "mongo" ($svc.needs | default list) -}}
{{- $_ := set $addresses $name (dict "kind" "text" "template" (printf "mongodb://%s/?replicaSet=rs0" (include "tandem.trialMongoHost" $root))) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $secrets (printf "%s-mongo" (include "tandem.fullname" .)) $addresses -}}
{{- if eq .Values.payments.provider "local" -}}
{{- $_ := set $secrets (printf "%s-stripe" (include "tandem.fullname" .)) (dict "STRIPE_SECRET_KEY" (dict "kind" "text" "template" "sk_test_trial") "WEBHOOK_PART" (dict "kind" "secret") "STRIPE_WEBHOOK_SECRET" (dict "kind" "text" "template" "whsec_${WEBHOOK_PART}")) -}}
{{- end -}}
{{- end -}}
{{- if and (include "tandem.natsAddress" .) (not .Values.secrets.NATS_URL.name) -}}
{{- $broker := dict -}}
{{- $parts := regexSplit "://" (include "tandem.natsAddress" .) 2 -}}
{{- range $user := include "tandem.brokerUsers" . | fromJsonArray -}}
{{- $password := include "tandem.brokerPassword" $user -}}
{{- $_ := set $broker $password (dict "kind" "secret") -}}
{{- $_ := set $broker $user (dict "kind" "text" "template" (printf "%s://%s:${%s}@%s" (first $parts) $user $password (last $parts))) -}}
{{- end -}}
{{- $_ := set $secrets (printf "%s-nats" (include "tandem.fullname" .)) $broker -}}
{{- end -}}
{{- $manifest := dict "secrets" $secrets -}}
{{- if include "tandem.issuesCertificates" . -}}
{{- $certificates := dict -}}
{{- $hosts := dict -}}
{{- range $name, $own := include "tandem.certificates" . | fromJson -}}
{{- $_ := set $certificates $name (include "tandem.peerSecret" (dict "root" $root "name" $name)) -}}
{{- if $own }}{{ $_ := set $hosts $name $own }}{{ end -}}
{{- end -}}
{{- $_ := set $manifest "certificates" (dict "authority" (printf "%s-peer-authority" (include "tandem.fullname" .)) "services" $certificates "hosts" $hosts) -}}
{{- end -}}
{{- toJson $manifest -}}
{{- end -}}

{{- define "tandem.brokerPassword" -}}
{{- printf "NATS_PASSWORD_%s" (upper . | replace "-" "_") -}}
{{- end -}}

{{/* The users of the broker: the administrator and the services that use it, as JSON. */}}
{{- define "tandem.brokerUsers" -}}
{{- $users := list "jetstream" -}}
{{- range $name, $svc := (include "tandem.topology" . | fromYaml).services -}}
{{- if has "nats" ($svc.needs | default list) }}{{ $users = append $users $name }}{{ end -}}
{{- end -}}
{{- toJson $users -}}
{{- end -}}

{{/*
The Secrets that have to be created by hand, with their keys, as JSON. A volume has the keys that its service expects.
*/}}
{{- define "tandem.secretsToCreate" -}}
{{- $root := . -}}
{{- $made := (include "tandem.provisioned" . | fromJson).secrets -}}
{{- $services := include "tandem.services" . | fromJson -}}
{{- $secrets := dict -}}
{{- range $var, $ref := .Values.secrets -}}
{{- $name := include "tandem.secretName" (dict "root" $root "var" $var) -}}
{{- $used := or (not (hasPrefix "STRIPE_" $var)) (eq $root.Values.payments.provider "stripe") -}}
{{- if and $name $used (not (hasKey $made $name)) -}}
{{- $keys := get $secrets $name | default list -}}
{{- if contains "$service" $ref.key -}}
{{- $users := list -}}
{{- if eq $var "NATS_URL" -}}
{{- $users = include "tandem.brokerUsers" $root | fromJsonArray -}}
{{- else -}}
{{- range $service, $svc := $services }}{{ if has "mongo" ($svc.needs | default list) }}{{ $users = append $users $service }}{{ end }}{{ end -}}
{{- end -}}
{{- range $users }}{{ $keys = append $keys ($ref.key | replace "$service" .) }}{{ end -}}
{{- else -}}
{{- $keys = append $keys $ref.key -}}
{{- end -}}
{{- $_ := set $secrets $name ($keys | uniq | sortAlpha) -}}
{{- end -}}
{{- end -}}
{{- if .Values.peerTls.secretName -}}
{{- range $service, $hosts := include "tandem.certificates" . | fromJson -}}
{{- $_ := set $secrets (include "tandem.peerSecret" (dict "root" $root "name" $service)) (list "ca.crt" "tls.crt" "tls.key") -}}
{{- end -}}
{{- end -}}
{{- with .Values.externalTls.caSecret -}}
{{- if .name }}{{ $_ := set $secrets .name (append (get $secrets .name | default list) .key | uniq | sortAlpha) }}{{ end -}}
{{- end -}}
{{- range $service, $svc := $services -}}
{{- range $svc.volumes -}}
{{- if .secret }}{{ $_ := set $secrets .secret (get $secrets .secret | default list) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- toJson $secrets -}}
{{- end -}}

{{/* The Secret with the certificate of the Ingress, unless an annotation lets cert-manager create it. */}}
{{- define "tandem.ingressSecretToCreate" -}}
{{- $ingress := .Values.ingress -}}
{{- if and $ingress.enabled (include "tandem.isHttps" .) (not (contains "cert-manager.io/" (toJson $ingress))) -}}
{{- $ingress.tlsSecretName -}}
{{- end -}}
{{- end -}}

{{- define "tandem.provisioningPod" -}}
metadata:
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
  {{- with include "tandem.podAnnotations" .root }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
spec:
  restartPolicy: OnFailure
  serviceAccountName: {{ include "tandem.component" . }}
  # To create Secrets.
  automountServiceAccountToken: true
  enableServiceLinks: false
  {{- include "tandem.jobPod" .root | nindent 2 }}
  containers:
    - name: provision
      image: {{ .image }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      command: [node]
      args: [/app/services/_kit/dist/provision/provision.js, /etc/provisioning/secrets.json]
      workingDir: /app/service
      env:
        {{- include "tandem.value" (dict "name" "NODE_EXTRA_CA_CERTS" "value" "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt") | nindent 8 }}
        {{- include "tandem.value" (dict "name" "LABELS" "value" (include "tandem.releaseLabels" .root | fromYaml | toJson)) | nindent 8 }}
      {{- include "tandem.jobContainer" .root | nindent 6 }}
      volumeMounts:
        - { name: manifest, mountPath: /etc/provisioning, readOnly: true }
  volumes:
    - name: manifest
      configMap:
        name: {{ include "tandem.component" . }}
{{- end -}}
